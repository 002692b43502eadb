/**
 * Generates load if `wrk` is not installed: node client.ts URL FILE CONNECTIONS SECONDS. Sends the raw
 * requests of the file in turn over keep-alive connections, without pipelining, and prints one line of JSON
 * (see load.ts).
 */
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const [url = '', file = '', connections = '64', seconds = '30'] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const requests = readFileSync(file, 'latin1')
  .trimEnd()
  .split('\n')
  .map((line) => Buffer.from(line.replaceAll('\x01', '\r\n'), 'latin1'));
const latencies: number[] = [];
let next = 0;
let failed = 0;
const started = performance.now();
const end = started + Number(seconds) * 1_000;

function talk(): Promise<void> {
  return new Promise((resolve) => {
    let sent = 0;
    let left = 0; // Outstanding bytes of the response body.
    let head = '';
    const socket = connect({ host: hostname, port: Number(port), noDelay: true });
    const send = () => {
      const request = requests[next++ % requests.length];
      if (performance.now() >= end || !request) {
        socket.destroy();
        return;
      }
      sent = performance.now();
      socket.write(request);
    };
    const answered = () => {
      latencies.push(performance.now() - sent);
      if (!/^HTTP\/1\.1 [23]/.test(head)) failed++;
      head = '';
      left = 0;
      send();
    };
    socket.on('connect', send);
    socket.on('data', (chunk) => {
      if (left > 0) {
        left -= chunk.length;
        if (left === 0) answered();
        return;
      }
      head += chunk.toString('latin1');
      const bodyAt = head.indexOf('\r\n\r\n') + 4;
      if (bodyAt < 4) return;
      left = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) - (head.length - bodyAt);
      if (left <= 0) answered();
    });
    socket.on('error', () => failed++);
    socket.on('close', () => resolve());
  });
}

await Promise.all(Array.from({ length: Number(connections) }, talk));
latencies.sort((a, b) => a - b);
const at = (share: number) =>
  latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
process.stdout.write(
  `${JSON.stringify({
    requests: latencies.length,
    seconds: (performance.now() - started) / 1_000,
    p50: at(0.5),
    p99: at(0.99),
    failed,
  })}\n`,
);

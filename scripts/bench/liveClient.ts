/**
 * The clients of `npm run bench:live`, in a process of their own: node liveClient.ts URL FILE STREAMS SECONDS
 * RATE KEY. Opens streams, and prints `open` when each has its first message. Then sends the raw hits of the
 * file at a rate for some seconds; with the rate 0 it waits for the end of its standard input. At the end it
 * prints one line of JSON.
 */
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const [url = '', file = '', streams = '1000', seconds = '10', rate = '0', key = ''] = process.argv.slice(2);
const target = { host: new URL(url).hostname, port: Number(new URL(url).port), noDelay: true };
/** Connections for hits. As many hits may be committed, and not acknowledged yet, at a time. */
const CONNECTIONS = 64;

const query = 'subscription { liveVisitors(websiteId: 1) { visitors minutes { pageviews } } }';
const body = JSON.stringify({ query });
const SUBSCRIBE = [
  'POST /graphql HTTP/1.1',
  'Host: stats.shop.example',
  'Content-Type: application/json',
  'Accept: text/event-stream',
  `Authorization: Bearer ${key}`,
  `Content-Length: ${Buffer.byteLength(body)}`,
  '',
  body,
].join('\r\n');

/** The times at which hits were acknowledged, in order. */
const acknowledged: number[] = [];
const latencies: number[] = [];
let messages = 0;
let opened = 0;
let lost = 0;
let before = 0;
const totals = new Map<string, number>();

/** The pageviews in a message. Most streams get the same text. */
function totalOf(text: string): number {
  let total = totals.get(text);
  if (total === undefined) {
    const { data } = JSON.parse(text) as {
      data: { liveVisitors: { minutes: { pageviews: number }[] } };
    };
    total = data.liveVisitors.minutes.reduce((sum, { pageviews }) => sum + pageviews, 0);
    if (totals.size > 100) totals.clear();
    totals.set(text, total);
  }
  return total;
}

/** Samples one of the hits that a message has for the first time. */
function sample(from: number, to: number): void {
  // Not all of the counted hits were acknowledged when the latest of them was.
  const last = Math.min(to - CONNECTIONS, acknowledged.length);
  const first = Math.max(0, from - CONNECTIONS);
  if (last <= first) return;
  const hit = first + Math.floor(Math.random() * (last - first));
  latencies.push(performance.now() - (acknowledged[hit] as number));
}

function openStream(): Promise<void> {
  return new Promise((resolve, reject) => {
    let rest = '';
    let total = -1;
    const socket = connect(target, () => void socket.write(SUBSCRIBE));
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      const parts = `${rest}${chunk}`.split('\n\n');
      rest = parts.pop() ?? '';
      for (const part of parts) {
        const text = /event: next\r?\ndata: (.*)$/.exec(part)?.[1];
        if (text === undefined) continue;
        messages += 1;
        const now = totalOf(text);
        if (total < 0) {
          opened += 1;
          resolve();
        } else sample(total - before, now - before);
        total = now;
        if (opened < Number(streams)) before = Math.max(before, now);
      }
    });
    socket.on('error', reject);
    socket.on('close', () => {
      lost += 1;
    });
  });
}

const hits = file
  ? readFileSync(file, 'latin1')
      .trimEnd()
      .split('\n')
      .map((line) => Buffer.from(line.replaceAll('\x01', '\r\n'), 'latin1'))
  : [];
let next = 0;
let failed = 0;
let late = 0;

/** Sends hits on one connection, each at its time. */
async function send(socket: Socket, started: number, end: number): Promise<void> {
  for (;;) {
    const number = next++;
    const due = started + (number * 1_000) / Number(rate);
    if (due >= end) return;
    const wait = due - performance.now();
    if (wait > 0) await sleep(wait);
    else if (wait < -1_000) late += 1;
    socket.write(hits[number % hits.length] as Buffer);
    const answer = await new Promise<string>((resolve) =>
      socket.once('data', (data) => resolve(String(data))),
    );
    if (answer.startsWith('HTTP/1.1 202')) acknowledged.push(performance.now());
    else failed += 1;
  }
}

for (let from = 0; from < Number(streams); from += 50)
  await Promise.all(Array.from({ length: Math.min(50, Number(streams) - from) }, openStream));
process.stdout.write('open\n');
messages = 0;
const started = performance.now();
const end = started + Number(seconds) * 1_000;
if (Number(rate) > 0) {
  const sockets = await Promise.all(
    Array.from(
      { length: CONNECTIONS },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(target, () => resolve(socket));
        }),
    ),
  );
  await Promise.all(sockets.map((socket) => send(socket, started, end)));
  // The messages with the last hits.
  await sleep(2_000);
} else await new Promise((resolve) => process.stdin.once('end', resolve).resume());
latencies.sort((a, b) => a - b);
const at = (share: number) => latencies[Math.floor(share * latencies.length)] ?? Number.NaN;
const elapsed = (performance.now() - started) / 1_000;
const result = {
  messages: messages / elapsed,
  lost,
  sent: acknowledged.length,
  failed,
  late,
  p50: at(0.5),
  p95: at(0.95),
};
process.stdout.write(`${JSON.stringify({ ...result, samples: latencies.length })}\n`);
process.exit(0);

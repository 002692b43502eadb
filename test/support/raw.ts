import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import type { TestServer } from './server.ts';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The body, decoded as UTF-8, and its bytes. */
  text: string;
  bytes: Buffer;
}

/** Sends a request with exactly these headers and Host; `fetch` would add Accept, User-Agent and others. */
export function rawRequest(
  server: TestServer,
  where: string,
  init: { method?: string; headers?: OutgoingHttpHeaders; body?: string } = {},
): Promise<RawAnswer> {
  const { method = 'GET', headers = {}, body } = init;
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const outgoing = request(
      new URL(where, server.url),
      { method, headers: { ...length, ...headers }, agent: false },
      (incoming) => {
        const parts: Buffer[] = [];
        incoming.on('data', (part: Buffer) => parts.push(part));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const bytes = Buffer.concat(parts);
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: bytes.toString(),
            bytes,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/**
 * Sends a request with the server's key whose body is one byte shorter than its Content-Length.
 * @returns the raw response; empty if the server closed the connection without one.
 */
export function breakOff(server: TestServer, where: string, type: string, body: string): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    const socket = connect({ host: hostname, port: Number(port) });
    socket.on('data', (part: Buffer) => parts.push(part));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Buffer.concat(parts).toString()));
    const head = [
      `POST ${where} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${server.key}`,
      'User-Agent: Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0 Safari/537.36',
      `Content-Type: ${type}`,
      `Content-Length: ${body.length + 1}`,
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  });
}

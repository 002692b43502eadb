import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { CHROME, startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const MEBIBYTE = 1024 * 1024;
const CHUNK = 'x'.repeat(16 * 1024);

/** A client that closes its connection only after it has sent everything, as nginx without keep-alive. */
class Client {
  readonly #socket: Socket;
  #received = '';
  #error: Error | null = null;

  constructor() {
    const { hostname, port } = new URL(server.url);
    this.#socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    this.#socket.on('data', (part: Buffer) => {
      this.#received += part;
    });
    this.#socket.on('error', (error) => {
      this.#error = error;
    });
  }

  async send(text: string): Promise<void> {
    await new Promise((resolve) => this.#socket.write(text, resolve));
  }

  /** Waits for the whole response, which has a Content-Length. @returns its status and body. */
  async response(): Promise<[status: number, body: string]> {
    for (;;) {
      const [, status, length] = /^HTTP\/1\.1 (\d+)[\s\S]*?content-length: (\d+)/i.exec(this.#received) ?? [];
      const body = this.#received.split('\r\n\r\n')[1];
      if (body !== undefined && body.length === Number(length)) return [Number(status), body];
      if (this.#socket.destroyed) throw this.#error ?? new Error(`No response: ${this.#received}`);
      await Promise.race([once(this.#socket, 'data'), once(this.#socket, 'close')]);
    }
  }

  /** Forgets the response that was received, before the next request. */
  forget(): void {
    this.#received = '';
  }

  /** Waits until the server has closed the connection. @returns the error with which it was closed. */
  async closed(): Promise<Error | null> {
    this.#socket.end();
    if (!this.#socket.destroyed) await once(this.#socket, 'close');
    return this.#error;
  }
}

const head = (line: string, headers: string[]) => `${[line, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`;
const auth = () => `Authorization: Bearer ${server.key}`;

interface Refused {
  what: string;
  line: string;
  headers: () => string[];
  status: number;
}

const JSON_TYPE = 'Content-Type: application/json';
const refused: Refused[] = [
  {
    what: 'an operation over the limit',
    line: 'POST /graphql HTTP/1.1',
    headers: () => [auth(), JSON_TYPE],
    status: 413,
  },
  {
    what: 'a hit over the limit',
    line: 'POST /api/event HTTP/1.1',
    headers: () => [`User-Agent: ${CHROME}`],
    status: 413,
  },
  {
    what: 'a website over the limit',
    line: 'POST /api/v1/websites HTTP/1.1',
    headers: () => [auth(), JSON_TYPE],
    status: 413,
  },
  {
    what: 'a website without a key',
    line: 'POST /api/v1/websites HTTP/1.1',
    headers: () => [JSON_TYPE],
    status: 401,
  },
  {
    what: 'a body of another type',
    line: 'PATCH /api/v1/websites/1 HTTP/1.1',
    headers: () => [auth(), 'Content-Type: text/csv'],
    status: 415,
  },
  { what: 'a path without a page', line: 'POST /nothing HTTP/1.1', headers: () => [], status: 404 },
  {
    what: 'a method that a path lacks',
    line: 'POST /api/v1/live/1 HTTP/1.1',
    headers: () => [],
    status: 405,
  },
];

const sizes: [string, string, (body: string) => string][] = [
  ['a length', `Content-Length: ${3 * MEBIBYTE}`, (text) => text],
  ['chunks', 'Transfer-Encoding: chunked', (text) => `${text.length.toString(16)}\r\n${text}\r\n`],
];

for (const [framing, header, framed] of sizes)
  for (const { what, line, headers, status } of refused)
    test(`${what}, with ${framing}, is refused at once, and its connection is not reset`, async () => {
      const client = new Client();
      await client.send(head(line, ['Connection: close', header, ...headers()]));
      // More than any limit of a body.
      let sent = 0;
      for (; sent < MEBIBYTE; sent += CHUNK.length) await client.send(framed(CHUNK));
      const [found, body] = await client.response();
      expect(found).toBe(status);
      expect(JSON.parse(body)).toBeInstanceOf(Object);
      for (; sent < 3 * MEBIBYTE; sent += CHUNK.length) await client.send(framed(CHUNK));
      if (framing === 'chunks') await client.send('0\r\n\r\n');
      expect(await client.closed()).toBeNull();
    });

test('headers over the limit are refused, and the connection is not reset', async () => {
  const client = new Client();
  await client.send(`GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${CHUNK}`);
  await client.send(CHUNK);
  const [status] = await client.response();
  expect(status).toBe(431);
  for (let sent = 0; sent < MEBIBYTE; sent += CHUNK.length) await client.send(CHUNK);
  expect(await client.closed()).toBeNull();
});

test('a client that never sends the body of a refused request is disconnected', async () => {
  // Long enough for the answer to be the one of the route, also on a busy machine.
  const connections = { headMs: 1_000, requestMs: 1_500, checkMs: 20 };
  await using hurried = await startTestServer({ connections });
  const { hostname, port } = new URL(hurried.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write(head('POST /nothing HTTP/1.1', [`Content-Length: ${MEBIBYTE}`]));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /);
  await once(socket, 'close');
});

test('after the body of a refused request, the connection serves the next one', async () => {
  const client = new Client();
  const length = `Content-Length: ${MEBIBYTE}`;
  await client.send(head('POST /graphql HTTP/1.1', [auth(), JSON_TYPE, length]));
  expect((await client.response())[0]).toBe(413);
  for (let sent = 0; sent < MEBIBYTE; sent += CHUNK.length) await client.send(CHUNK);
  client.forget();
  await client.send(head('GET /healthz HTTP/1.1', ['Connection: close']));
  expect((await client.response())[0]).toBe(200);
  expect(await client.closed()).toBeNull();
});

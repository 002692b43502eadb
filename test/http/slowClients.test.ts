import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTestServer, type TestServer } from '../support/server.ts';

let server: TestServer;
beforeAll(async () => {
  const connections = { headMs: 200, requestMs: 300, checkMs: 20 };
  server = await startTestServer({ connections });
});
afterAll(() => server[Symbol.asyncDispose]());

async function open(text: string, { url } = server): Promise<Socket> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

/** The response until the server closes the connection. */
async function answerOf(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await closed(socket);
  return text;
}

const head = (line: string, ...headers: string[]) => `${[line, 'Host: a', ...headers].join('\r\n')}\r\n\r\n`;
const json = ['Content-Type: application/json', 'Content-Length: 100'];

describe('a slow client', () => {
  test.each([
    ['head', 'GET / HTTP/1.1\r\nHost: a\r\nX-Slow:'],
    ['hit', `${head('POST /api/event HTTP/1.1', ...json)}{"website":`],
    ['operation', `${head('POST /graphql HTTP/1.1', ...json)}{"query":`],
    ['chunked body', `${head('POST /api/event HTTP/1.1', 'Transfer-Encoding: chunked')}5\r\nabc`],
  ])('gets 408 and is disconnected if its %s does not arrive', async (_, text) => {
    const answer = await answerOf(await open(text));
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toContain('{"message":"The request was not received in time.","status":408}');
  });

  test('gets 408 even if it sends a byte now and then', async () => {
    const socket = await open(head('POST /api/event HTTP/1.1', ...json));
    const drip = setInterval(() => socket.write(' '), 20);
    expect(await answerOf(socket)).toMatch(/^HTTP\/1\.1 408 /);
    clearInterval(drip);
  });

  test('is disconnected if it does not read its responses', async () => {
    await using hurried = await startTestServer({ connections: { idleMs: 500 } });
    const many = Array.from({ length: 500 }, () => head('GET /api/v1/openapi.json HTTP/1.1')).join('');
    const socket = await open(many, hurried);
    // The client never reads; it notices the disconnection because its writes fail.
    socket.pause();
    const pinging = setInterval(() => socket.write('GET '), 50);
    await closed(socket);
    clearInterval(pinging);
  });
});

test('1,500 slow clients do not disturb others, and are disconnected', async () => {
  await using patient = await startTestServer({
    connections: { headMs: 5_000, requestMs: 5_000, checkMs: 50 },
  });
  const slow = ['GET / HTTP/1.1\r\n', head('POST /api/event HTTP/1.1', ...json)];
  const clients: Socket[] = [];
  for (let n = 0; n < 1_500; n += 1) clients.push(await open(slow[n % 2] ?? '', patient));
  const gone = Promise.all(clients.map((socket) => answerOf(socket)));
  expect((await patient.call('/healthz')).status).toBe(200);
  expect((await patient.call('/api/v1/websites')).status).toBe(200);
  for (const answer of await gone) expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/);
});

test('connections beyond the limit are closed, and accepted again after others have ended', async () => {
  await using small = await startTestServer({ connections: { most: 3 } });
  const idle = await Promise.all([open('', small), open('', small), open('', small)]);
  await closed(await open('', small));
  idle[0]?.destroy();
  let status = 0;
  while (status === 0)
    status = await small.call('/healthz').then(
      (answer) => answer.status,
      () => 0,
    );
  expect(status).toBe(200);
  for (const socket of idle) socket.destroy();
});

describe('a connection that waits for its next request', () => {
  test.each([
    ['of a client is closed soon', '0', 'timeout=5'],
    ['of a reverse proxy is kept longer than proxies keep theirs', '1', 'timeout=125'],
  ])('%s', async (_, proxies, keepAlive) => {
    await using waiting = await startTestServer({ connections: {}, env: { TRUST_PROXY: proxies } });
    const response = await fetch(`${waiting.url}/healthz`);
    await response.text();
    expect(response.headers.get('keep-alive')).toBe(keepAlive);
  });
});

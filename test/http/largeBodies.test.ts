import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from '@jest/globals';
import { rawRequest } from '../support/raw.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

/** Begins a request with a large body, and waits until the server has accepted its head. */
async function beginLarge(server: TestServer, client: number, length: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const head = [
    'POST /graphql HTTP/1.1',
    'Host: a',
    `X-Forwarded-For: 10.1.${client >> 8}.${client & 255}`,
    'Content-Type: application/json',
    'Expect: 100-continue',
    length,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await once(socket, 'data');
  return socket;
}

const POOL = 256;
const operation = (padding: number, accept = 'application/json') => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept },
  body: JSON.stringify({ query: `{ viewer { email } }${' '.repeat(padding)}` }),
});

test.each(['Content-Length: 262144', 'Transfer-Encoding: chunked'])(
  'when many clients hold large bodies (%s), further large requests get 503 and small ones are accepted',
  async (length) => {
    await using server = await startTestServer();
    const large = (accept?: string) => rawRequest(server, '/graphql', operation(100_000, accept));
    expect(await large()).toMatchObject({ status: 200 });

    const clients: Socket[] = [];
    for (let n = 0; n < POOL; n += 1) clients.push(await beginLarge(server, n, length));
    for (const accept of ['application/json', 'application/graphql-response+json']) {
      const refused = await large(accept);
      const headers = { 'retry-after': '1', 'content-type': `${accept}; charset=utf-8` };
      expect(refused).toMatchObject({ status: 503, headers });
      expect(JSON.parse(refused.text)).toMatchObject({
        errors: [{ message: 'Too many large requests at once: try again, or send at most 16 KiB.' }],
      });
    }
    expect(await rawRequest(server, '/graphql', operation(10_000))).toMatchObject({ status: 200 });
    expect((await server.call('/api/v1/websites')).status).toBe(200);

    const gone = Promise.all(clients.map((socket) => once(socket, 'close')));
    for (const socket of clients) socket.destroy();
    await gone;
    let status = 503;
    while (status === 503) ({ status } = await large());
    expect(status).toBe(200);
  },
);

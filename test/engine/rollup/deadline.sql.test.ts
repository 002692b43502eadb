import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Requester } from '../../../src/db/readQueue.ts';
import { requesterOf } from '../../../src/http/requester.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let websiteId = 0;
beforeAll(async () => {
  server = await startTestServer({ threads: true, readMs: 1 });
  const body = new URLSearchParams({ url: 'https://example.com', privacy: '0' });
  const created = await server.call('/api/v1/websites', { method: 'POST', body });
  websiteId = ((await created.json()) as { data: { id: number } }).data.id;
});
afterAll(() => server[Symbol.asyncDispose]());

const PERIOD = 'from=2026-01-01&to=2026-12-31';
const MESSAGE =
  /^The (read|request) took longer than 0\.00[13] s and was cancelled\. Request a shorter period/;

describe('a read that takes longer than STATEMENT_TIMEOUT', () => {
  // No read finishes within 1 ms, because the first statement has to open its connection.
  test('returns 503 with advice in REST', async () => {
    const response = await server.call(`/api/v1/stats/${websiteId}?name=page&${PERIOD}`);
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ message: expect.stringMatching(MESSAGE), status: 503 });
  });

  test('is an error with the code TIMEOUT in GraphQL', async () => {
    const query = `{ websites { nodes {
      stats(name: PAGE, from: "2026-01-01", to: "2026-12-31") { sum } } } }`;
    const response = await server.call('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { errors } = (await response.json()) as { errors: unknown[] };
    expect(errors[0]).toMatchObject({
      message: expect.stringMatching(MESSAGE),
      extensions: { code: 'TIMEOUT' },
    });
  });
});

describe('a client that disconnects', () => {
  test('cancels its reads', async () => {
    await using patient = await startTestServer({ beside: server });
    const { analysis } = patient.deps;
    const asked = new Promise<Requester | undefined>((resolve) => {
      // A read that never ends.
      analysis.answer = (_asked, requester) => {
        resolve(requester);
        return new Promise(() => undefined);
      };
    });
    const client = new AbortController();
    const url = `/api/v1/stats/${websiteId}?name=browser&${PERIOD}`;
    const answer = patient.call(url, { signal: client.signal, method: 'GET' });
    const signal = (await asked)?.signal;
    expect(signal?.aborted).toBe(false);
    client.abort();
    await expect(answer).rejects.toThrow('aborted');
    await new Promise((resolve) => {
      if (signal?.aborted) resolve(null);
      else signal?.addEventListener('abort', resolve);
    });
    expect(signal?.reason).toMatchObject({ kind: 'unavailable' });
  });
});

describe('the signal of a request', () => {
  /** Returns the signal of a request to a server that responds after `work`. */
  async function signalOf(mostMs: number, work: (signal: AbortSignal) => Promise<unknown>) {
    let signal: AbortSignal | null = null;
    const http = createServer((_incoming, response) => {
      signal = requesterOf('key 1', response, mostMs).signal as AbortSignal;
      void work(signal).then(() => response.end('answered'));
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const { port } = http.address() as AddressInfo;
    await new Promise((resolve) => {
      request({ port, host: '127.0.0.1' }, (incoming) => incoming.resume().on('end', resolve)).end();
    });
    await new Promise((resolve) => http.close(resolve));
    return signal as AbortSignal | null;
  }

  test('is not aborted after the response was sent', async () => {
    expect((await signalOf(60_000, async () => undefined))?.aborted).toBe(false);
  });

  test('is aborted if the whole operation takes too long', async () => {
    const aborted = (signal: AbortSignal) =>
      new Promise((resolve) => signal.addEventListener('abort', resolve));
    const signal = await signalOf(1, aborted);
    expect(signal?.reason).toMatchObject({
      kind: 'timeout',
      message: expect.stringMatching(/^The request took longer than 0\.001 s/),
    });
  });
});

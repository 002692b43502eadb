import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { thrownErrors } from '../../src/http/answer.ts';
import { headerTable } from '../../src/http/headers.ts';
import { createHits } from '../../src/http/hits.ts';
import { createLimit } from '../../src/http/limit.ts';
import type { Pipeline } from '../../src/ingest/pipeline.ts';
import type { HitRequest, Ready } from '../../src/ingest/receive.ts';
import { createLog } from '../../src/log.ts';
import { clearHeap } from '../support/memory.ts';

const READY: Ready = {
  item: { websiteId: 0, day: 20261127, reason: 'unknown_website' },
  at: 0,
  disclosed: undefined,
  ignored: undefined,
};

/** A pipeline whose hits wait until `commit` is called. It keeps weak references to what it was given. */
function waitingPipeline() {
  const parts: WeakRef<object>[] = [];
  const waiting: ((outcome: null) => void)[] = [];
  const pipeline: Pick<Pipeline, 'prepare' | 'store'> = {
    async prepare(request: HitRequest) {
      parts.push(new WeakRef(request), new WeakRef(request.headers));
      return READY;
    },
    store: () => new Promise((resolve) => waiting.push(resolve)),
  };
  const commit = () => {
    for (const resolve of waiting.splice(0)) resolve(null);
  };
  return { pipeline: pipeline as Pipeline, parts, waiting, commit };
}

const { pipeline, parts, waiting, commit } = waitingPipeline();
const hits = createHits({
  pipeline,
  limit: createLimit(0),
  paths: ['/api/event'],
  address: () => '192.0.2.1',
  measures: { answered: () => undefined, refused: () => undefined },
  measureHit: null,
  headers: headerTable({ baseUrl: 'http://localhost' }).hit,
  toError: thrownErrors(createLog('silent', false), () => 'id'),
});
const server = createServer(hits.answer);

beforeAll(() => once(server.listen(0), 'listening'));
afterAll(() => {
  server.close();
  // Those of hits that still wait, if the test failed.
  server.closeAllConnections();
});

/** Opens a connection, and sends a hit of `size` bytes. @returns a function that waits for its answer. */
async function send(size: number): Promise<() => Promise<string>> {
  const socket = connect((server.address() as AddressInfo).port);
  await once(socket, 'connect');
  const head = `POST /api/event HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`;
  socket.write(head + 'x'.repeat(size));
  return async () => {
    let text = '';
    for await (const chunk of socket) text += chunk;
    return text;
  };
}

/** Returns when `count` hits wait for their commit. */
async function untilWaiting(count: number): Promise<void> {
  while (waiting.length < count) await new Promise(setImmediate);
}

const HITS = 100;
/** The size of a long hit: what it would take if it were kept. */
const LONG_BYTES = 15_000;

const answers: (() => Promise<string>)[] = [];

/** Sends hits of `size` bytes, which wait beside those before. @returns the heap with them, in bytes. */
async function heapWith(size: number): Promise<number> {
  for (let index = 0; index < HITS; index += 1) answers.push(await send(size));
  await untilWaiting(answers.length);
  await clearHeap();
  expect(parts).toHaveLength(2 * HITS);
  expect(parts.splice(0).filter((part) => part.deref() !== undefined)).toEqual([]);
  return process.memoryUsage().heapUsed;
}

test('hits that wait for their commit keep nothing of their requests', async () => {
  // The first requests compile functions.
  let before = await heapWith(1);
  // Both ends of the connections are in this process, but keep the same for a long hit as for a short one.
  // The heap of the process also holds garbage of earlier test files, which can be collected meanwhile.
  const differences: number[] = [];
  while (differences.length < 3) {
    const afterLong = await heapWith(LONG_BYTES);
    const afterShort = await heapWith(1);
    const [long, short] = [afterLong - before, afterShort - afterLong];
    differences.push((long - short) / HITS);
    before = afterShort;
  }
  const [, median] = differences.sort((a, b) => a - b);
  expect(median).toBeLessThan(LONG_BYTES / 2);

  commit();
  for (const answer of answers) expect(await answer()).toMatch(/^HTTP\/1.1 202 /);
});

import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { type Analysis, createLocalAnalysis } from '../../../src/engine/columns/analysis.ts';
import type { ThreadQuestion } from '../../../src/engine/columns/messages.ts';
import { createAnalysisThreads } from '../../../src/engine/columns/threads.ts';
import type { Question } from '../../../src/engine/question/types.ts';
import { VISIT_DIMENSIONS } from '../../../src/engine/registry/dimensions.ts';
import { AppError } from '../../../src/errors.ts';
import { createLog } from '../../../src/log.ts';
import { graphql, graphqlData } from '../../support/engine/asking.ts';
import { expectExact } from '../../support/engine/exact.ts';
import { questionOf } from '../../support/engine/question.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite } from '../../support/rest.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

/** Answers in worker threads, and in this thread. */
let server: TestServer;
let threads: Analysis;
const log = createLog('silent', false);
const DAYS = 40;
const WEBSITES = [1, 2, 3];

beforeAll(async () => {
  server = await startTestServer();
  for (const websiteId of WEBSITES) {
    await newWebsite(server, { url: `https://s${websiteId}.test`, timezone: 'UTC' });
    const busy = { websiteId, timezone: 'UTC', from: '2026-10-01', days: DAYS, visitors: 6, seed: websiteId };
    await record(server, randomTraffic(busy));
    // A day with enough hits for a chunk.
    await record(server, randomTraffic({ ...busy, from: '2026-11-15', days: 1, visitors: 120 }));
  }
  threads = createAnalysisThreads(
    { databaseUrl: server.database.url, statementMs: 30_000, maxValues: 0, log, now: server.deps.now },
    2,
  );
});
afterAll(async () => {
  await threads.close();
  await server[Symbol.asyncDispose]();
});

const question = (more: Partial<Question> = {}) => questionOf({ by: ['page'], ...more });
const asked = WEBSITES.map((websiteId) => ({
  websiteId,
  questions: [question(), question({ by: ['country', 'day'] }), question({ by: [] })],
}));
const viewer = (signal: AbortSignal | null) => ({ viewer: 'key 1', signal });
const stopped = () => new AppError('timeout', 'The client has left.');

test('threads and this thread give the same answers, in the order of the websites', async () => {
  const local = createLocalAnalysis(server.database.url);
  const expected = await local.answer(asked);
  expect(expected.flat()).toHaveLength(9);
  expect(await threads.answer(asked)).toEqual(expected);
  expect(await threads.answer(asked.toReversed())).toEqual(expected.toReversed());
  expect(await threads.answer([])).toEqual([]);
  await local.close();
});

test('many questions at once get their own answers', async () => {
  const questions = VISIT_DIMENSIONS.map((by) => question({ by: [by] }));
  const together = await threads.answer([{ websiteId: 1, questions }]);
  const single = questions.map((one) => threads.answer([{ websiteId: 1, questions: [one] }]));
  expect((await Promise.all(single)).map(([answers]) => answers?.[0])).toEqual(together[0]);
});

test('a question that was cancelled before it began is not answered', async () => {
  const signal = AbortSignal.abort(stopped());
  for (const analysis of [server.deps.analysis, threads])
    await expect(analysis.answer(asked, viewer(signal))).rejects.toThrow('The client has left.');
  expect(await threads.answer(asked, viewer(new AbortController().signal))).toHaveLength(WEBSITES.length);
});

test('a question that is cancelled while it runs fails with the reason, and others go on', async () => {
  const before = await threads.answer(asked);
  for (let round = 0; round < 20; round += 1) {
    const controller = new AbortController();
    const cancelled = threads.answer(asked, viewer(controller.signal));
    const other = threads.answer(asked.slice(0, 1), { viewer: 'key 2', signal: null });
    const refused = expect(cancelled).rejects.toThrow('The client has left.');
    if (round % 2 === 0) await Promise.resolve();
    else setImmediate(() => undefined);
    controller.abort(stopped());
    await refused;
    expect(await other).toEqual(before.slice(0, 1));
  }
  expect(await threads.answer(asked)).toEqual(before);
});

test('this thread stops between days', async () => {
  const controller = new AbortController();
  let hits = 0;
  const local = createLocalAnalysis(server.database.url, {
    onQuery(sql) {
      if (!sql.includes('"Hit"."path"')) return;
      hits += 1;
      controller.abort(stopped());
    },
  });
  await expect(local.answer(asked, viewer(controller.signal))).rejects.toThrow('The client has left.');
  expect(hits).toBe(1);
  expect(await local.answer(asked)).toEqual(await threads.answer(asked));
  await local.close();
});

test('a question that takes too long is refused: the error arrives with its kind and message', async () => {
  const impatient = createAnalysisThreads(
    { databaseUrl: server.database.url, statementMs: 1, maxValues: 0, log, now: server.deps.now },
    1,
  );
  const error = await impatient.answer(asked).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({
    kind: 'timeout',
    message: expect.stringContaining('took longer than 0.001 s'),
  });
  await impatient.close();
});

test('threads build the same chunks, and report those that questions found damaged', async () => {
  const { db, analysis } = server.deps;
  const ranges = WEBSITES.map((websiteId) => ({ websiteId, from: 10000101, to: 20261119 }));
  await db.write((tx) => tx.chunk.deleteMany());
  const byWebsite = (one: { websiteId: number }, other: { websiteId: number }) =>
    one.websiteId - other.websiteId;
  const days = (await threads.unsealed(ranges)).sort(byWebsite);
  expect(days).toEqual((await analysis.unsealed(ranges)).sort(byWebsite));
  expect(days).toHaveLength(WEBSITES.length);
  const built = (await threads.build(days)).sort(byWebsite);
  expect(built.map(({ data, ...day }) => ({ ...day, data: Buffer.from(data) }))).toEqual(
    (await analysis.build(days)).map(({ data, ...day }) => ({ ...day, data: Buffer.from(data) })),
  );
  const nothing = { days: [], months: [] };
  expect(await threads.damaged()).toEqual(nothing);
  const fresh = createAnalysisThreads(
    { databaseUrl: server.database.url, statementMs: 30_000, maxValues: 0, log, now: server.deps.now },
    2,
  );
  expect(await fresh.damaged()).toEqual(nothing);
  for (const { websiteId, day, pageviews, events, revision } of days) {
    const data = { websiteId, day, pageviews, events, revision, data: new Uint8Array([1, 2, 3]) };
    await db.write((tx) => tx.chunk.create({ data }));
  }
  expect(await fresh.answer(asked)).toEqual(await threads.answer(asked));
  expect((await fresh.damaged()).days.sort(byWebsite)).toMatchObject(days);
  expect(await fresh.damaged()).toEqual(nothing);
  await db.write((tx) => tx.chunk.deleteMany());
  await fresh.close();
});

test('threads that are closed while they answer let the questions fail', async () => {
  const closing = createAnalysisThreads(
    { databaseUrl: server.database.url, statementMs: 30_000, maxValues: 0, log, now: server.deps.now },
    2,
  );
  const answers = closing.answer(asked).catch((error: unknown) => error);
  await closing.close();
  const settled = await answers;
  if (!Array.isArray(settled)) expect(settled).toBeInstanceOf(Error);
  await expect(closing.answer(asked)).rejects.toThrow();
});

test('a server with threads answers exactly, also after clients have left', async () => {
  await using threaded = await startTestServer({ beside: server, threads: true });
  await expectExact(threaded, [1]);
  const query = `{ websites(first: 10) { nodes { period(from: "2026-09-01", to: "2026-12-31",
    filter: { country: { notIn: ["US"] } }) { visits breakdown(by: [PAGE, DAY, CITY]) { totalCount } } } } }`;
  const expected = await graphqlData(server, query);
  for (let round = 0; round < 10; round += 1) {
    const controller = new AbortController();
    const left = graphql(threaded, query, {}, { signal: controller.signal }).catch(() => null);
    setImmediate(() => controller.abort());
    await left;
    if (round % 5 === 4) expect(await graphqlData(threaded, query)).toEqual(expected);
  }
  const errors = threaded.logLines.filter((line) => JSON.parse(line).level >= 50);
  expect(errors).toEqual([]);
});

test('days with many hits are divided, and the sums of the shares are moved, not copied', async () => {
  const dividing = createAnalysisThreads(
    {
      databaseUrl: server.database.url,
      statementMs: 30_000,
      maxValues: 0,
      log,
      now: server.deps.now,
      minDivided: 500,
    },
    2,
  );
  const send = jest.spyOn(Worker.prototype, 'postMessage');
  const answers = await dividing.answer(asked);
  const questions = send.mock.calls.map(([message]) => (message as { question: ThreadQuestion }).question);
  const kinds = questions.map(({ kind }) => kind);
  expect(kinds).toEqual(['answer', 'share', 'share', 'answer']);
  const merged = questions.flatMap((sent) =>
    sent.kind === 'answer' && sent.shared ? sent.shared.shares : [],
  );
  // Bytes that were moved are empty here.
  expect(merged.map(({ byteLength }) => byteLength)).toEqual([0, 0]);
  const local = createLocalAnalysis(server.database.url);
  expect(answers).toEqual(await local.answer(asked));
  await local.close();
  // The same questions are not divided again.
  send.mockClear();
  expect(await dividing.answer(asked)).toEqual(answers);
  expect(send).toHaveBeenCalledTimes(1);
  send.mockRestore();
  await dividing.close();
});

import { setImmediate } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { chunkJob } from '../../../src/engine/columns/chunks/job.ts';
import { verifyChunks } from '../../../src/engine/columns/chunks/verify.ts';
import type { Deps } from '../../../src/request/context.ts';
import { expectExact } from '../../support/engine/exact.ts';
import { type RecordedVisit, readRecorded } from '../../support/engine/recorded.ts';
import { randomTraffic, record } from '../../support/engine/traffic.ts';
import { newWebsite } from '../../support/rest.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const WEBSITES = [1, 2, 3];
/** Days of each website that have enough hits for a chunk. */
const DAYS = 2;

/** Starts a server and waits for the jobs of the start, which could otherwise seal some of the days. */
async function startWithTraffic(): Promise<TestServer> {
  const server = await startTestServer({
    env: { METRICS_TOKEN: 'a token with which to scrape the metrics' },
  });
  const metrics = async () =>
    (await server.call('/metrics', { key: 'a token with which to scrape the metrics' })).text();
  while (!(await metrics()).includes('footfall_job_runs_total{job="chunks"} 1')) await setImmediate();
  for (const websiteId of WEBSITES) {
    await newWebsite(server, { url: `https://s${websiteId}.test`, timezone: 'UTC' });
    await record(server, traffic(websiteId));
  }
  return server;
}

const traffic = (websiteId: number, seed = websiteId) =>
  randomTraffic({ websiteId, timezone: 'UTC', from: '2026-11-10', days: DAYS, visitors: 80, seed });

const chunks = ({ deps }: TestServer) => deps.db.read.chunk.count();

/** Dependencies whose writes fail, except the first ones: what happens to a process that is killed. */
function failingAfter({ db, analysis, now }: Deps, writes: number): Pick<Deps, 'db' | 'analysis' | 'now'> {
  let left = writes;
  const write: typeof db.write = (work) => {
    if (left === 0) throw new Error('Killed.');
    left -= 1;
    return db.write(work);
  };
  return { db: { ...db, write }, analysis, now };
}

/**
 * Expects exact answers of an instance that starts now, and chunks that do not differ from their rows.
 * @param recorded the rows, if they have been read already.
 */
async function expectSound(server: TestServer, recorded?: readonly RecordedVisit[]): Promise<void> {
  await using fresh = await startTestServer({ beside: server });
  await expectExact(fresh, WEBSITES, recorded);
  const { db, analysis } = server.deps;
  expect(await verifyChunks(db, analysis)).toMatchObject({ wrong: [] });
}

test('a job that is interrupted after 0, 1 and 3 chunks leaves exact answers, and continues', async () => {
  await using server = await startWithTraffic();
  const recorded = await readRecorded(server);
  let stored = 0;
  for (const more of [0, 1, 3]) {
    await expect(chunkJob(failingAfter(server.deps, more))()).rejects.toThrow('Killed.');
    stored += more;
    expect(await chunks(server)).toBe(stored);
    await expectSound(server, recorded);
  }
  await chunkJob(server.deps)();
  expect(await chunks(server)).toBe(WEBSITES.length * DAYS);
  await expectSound(server, recorded);
});

test('a hit between building and storing a chunk counts, and its day is sealed again', async () => {
  await using server = await startWithTraffic();
  const { analysis, ...others } = server.deps;
  const late = traffic(1, 9);
  const build: typeof analysis.build = async (days) => {
    const built = await analysis.build(days);
    for (const { websiteId, day } of built)
      await record(server, late.filter((hit) => hit.websiteId === websiteId && hit.day === day).slice(0, 3));
    return built;
  };
  await chunkJob({ ...others, analysis: { ...analysis, build } })();
  expect(await chunks(server)).toBe(WEBSITES.length * DAYS);
  await expectSound(server);
  await chunkJob(server.deps)();
  const { db } = server.deps;
  const counted = await verifyChunks(db, analysis);
  expect(counted).toEqual({ chunks: WEBSITES.length * DAYS, wrong: [] });
  await expectSound(server);
});

test('a hit that arrives before a day is built is in no chunk of its earlier version', async () => {
  await using server = await startWithTraffic();
  const { analysis, ...others } = server.deps;
  const [hit] = traffic(1, 9);
  const build: typeof analysis.build = async (days) => {
    if (days.some(({ websiteId }) => websiteId === 1) && hit) await record(server, [hit]);
    return analysis.build(days);
  };
  await chunkJob({ ...others, analysis: { ...analysis, build } })();
  // The day that changed is left to the next run.
  expect(await chunks(server)).toBe(WEBSITES.length * DAYS - 1);
  await expectSound(server);
});

test('a run that takes too long stops after some days, and the next one continues', async () => {
  await using server = await startWithTraffic();
  let time = 0;
  const clock = () => {
    time += 31_000;
    return time;
  };
  const run = chunkJob(server.deps, clock, undefined, DAYS);
  for (const [index] of WEBSITES.entries()) {
    await run();
    expect(await chunks(server)).toBe((index + 1) * DAYS);
  }
  await expectSound(server);
});

test('all days of all websites are looked at again once an hour', async () => {
  await using server = await startWithTraffic();
  const run = chunkJob(server.deps);
  await run();
  await server.deps.db.write((tx) => tx.chunk.deleteMany());
  for (let minute = 2; minute < 60; minute += 1) await run();
  expect(await chunks(server)).toBe(0);
  await run();
  expect(await chunks(server)).toBe(WEBSITES.length * DAYS);
});

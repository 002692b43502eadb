import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { blockWrites } from '../support/books/lock.ts';
import type { Ledger } from '../support/crash/ledger.ts';
import { startLoad } from '../support/crash/load.ts';
import { createSite, expectNothingWrong, LONG, readStatistics } from '../support/crash/site.ts';
import { memoryOf } from '../support/memory.ts';
import { startProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

const SECONDS = LONG ? 60 : 1;
/**
 * Slightly more requests than the queue holds: 10,000 of all websites, 5,000 of one. Responses on a
 * connection come in order. With many more, each refusal would immediately be followed by another one, and
 * the test would measure how fast the machine reads requests. A busy machine may need longer for 10,000 than
 * hits wait.
 */
const OFFER = { connections: 64, depth: LONG ? 170 : 85, pause: 50 };
/** Retry-After in the 503 of a full queue; other errors have longer values. */
const OVERLOAD_RETRY_AFTER = '1';
/** The maximum ratio of the memory in the second half of the test to that in the first. */
const GROWTH = 1.15;

test(
  `a server overloaded for ${SECONDS} s refuses the excess, loses no hit and serves statistics` +
    (LONG ? ', with constant memory' : ''),
  async () => {
    await using temporary = await temporaryFolder();
    const site = await createSite(temporary.folder);
    const websites = LONG ? site.websites : site.websites.slice(0, 1);
    await using server = await startProcess(temporary.folder, site.env);
    const { url } = server;
    const load = startLoad({ url, websites, name: 'hit', ...OFFER });
    await load.until(({ acknowledged }) => acknowledged.size > 1_000);
    const samples: { at: number; rss: number }[] = [];
    const ledgers = [load.ledger];
    const stops: Promise<void>[] = [];
    const start = performance.now();
    const passed = () => (performance.now() - start) / 1000;
    const sampling = setInterval(() => {
      const rss = memoryOf(server.pid);
      if (rss !== null) samples.push({ at: passed(), rss });
    }, 250);
    let refusedAtOnce = 0;
    while (passed() < SECONDS || refusedAtOnce === 0) {
      // Blocks the writes for a while: hits wait, and the queue fills up.
      const lock = await blockWrites(site);
      const { size } = load.ledger.acknowledged;
      // Hits in the queue are answered after the release; the first hit that exceeds the queue is refused
      // immediately.
      const told: Ledger[] = [];
      while (told.length === 0) {
        const alone = startLoad({ url, websites, name: `hit/alone${ledgers.length}`, connections: 1 });
        ledgers.push(alone.ledger);
        stops.push(alone.until(({ sent }) => sent.size > 0).then(alone.stop));
        void alone.closed.then(() => {
          if (alone.ledger.refused.size > 0) told.push(alone.ledger);
        });
        await sleep(100);
      }
      if (told[0]?.retryAfter.has(OVERLOAD_RETRY_AFTER)) refusedAtOnce += 1;
      expect(await readStatistics(url, site.key)).toEqual([200, 200]);
      await lock.release();
      await load.until(({ acknowledged }) => acknowledged.size > size + 1_000);
    }
    clearInterval(sampling);
    await Promise.all([...stops, load.stop()]);

    const { acknowledged, refused, unanswered } = load.ledger;
    process.stderr.write(
      `${acknowledged.size} stored, ${refused.size} refused, ` +
        `${refusedAtOnce} refused at once while writes were blocked; ` +
        `memory in MiB: ${samples
          .filter((_, index) => index % 8 === 0)
          .map(({ rss }) => Math.round(rss))
          .join(' ')}\n`,
    );
    expect(unanswered.size).toBe(0);
    expect(refusedAtOnce).toBeGreaterThan(0);
    await expectNothingWrong(site, 'hit', ledgers);
    // One line per overload, and an overload ends after at least two quiet seconds.
    expect(server.lines.filter(({ cause }) => cause === 'overload').length).toBeLessThanOrEqual(
      1 + passed() / 2,
    );
    const most = (from: number, to: number) =>
      Math.max(...samples.filter(({ at }) => at >= from && at < to).map(({ rss }) => rss));
    if (LONG && samples.length > 0)
      expect(most(SECONDS / 2, Infinity)).toBeLessThan(GROWTH * most(0, SECONDS / 2));
    expect(await server.stop('SIGTERM')).toBe(0);
  },
);

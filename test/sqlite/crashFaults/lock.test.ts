import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { lockFromOutside } from '../../support/books/lock.ts';
import { expectFault, expectRecovery, startLoaded } from '../../support/crash/faults.ts';
import { createSite, expectNothingWrong, LONG, readStatistics } from '../../support/crash/site.ts';
import { temporaryFolder } from '../../support/server.ts';

/** Shorter than hits wait for the lock. */
const SHORT_S = LONG ? 3 : 1;

describe('a database locked by another process', () => {
  test(`for ${SHORT_S} s delays hits, rejects none and does not delay statistics`, async () => {
    await using temporary = await temporaryFolder();
    const site = await createSite(temporary.folder);
    const { server, load } = await startLoaded(site, temporary.folder);
    await using _server = server;
    const lock = await lockFromOutside(site.file, 10_000);
    const { size } = load.ledger.acknowledged;
    const until = performance.now() + SHORT_S * 1_000;
    while (performance.now() < until) {
      expect(await readStatistics(server.url, site.key)).toEqual([200, 200]);
      await sleep(100);
    }
    // At most the hits that were in flight when the lock was taken.
    expect(load.ledger.acknowledged.size).toBeLessThanOrEqual(size + 16);
    await lock.release();
    await load.until(({ acknowledged }) => acknowledged.size >= size + 200);
    await load.stop();
    expect([load.ledger.refused.size, load.ledger.unanswered.size]).toEqual([0, 0]);
    await expectNothingWrong(site, 'hit', [load.ledger]);
    expect(server.lines.filter(({ level }) => level >= 40)).toEqual([]);
  });

  (LONG ? test : test.skip)(
    'for 30 s rejects hits with Retry-After, first after a few seconds, then at once, and recovers',
    async () => {
      await using temporary = await temporaryFolder();
      const site = await createSite(temporary.folder);
      const { server, load } = await startLoaded(site, temporary.folder);
      await using _server = server;
      const until = performance.now() + 30_000;
      const lock = await lockFromOutside(site.file, 10_000);
      expect(await expectFault(server, load, site, 'locked')).toContain('fuser -v');
      while (performance.now() < until) {
        expect(await readStatistics(server.url, site.key)).toEqual([200, 200]);
        await sleep(100);
      }
      // If each hit waited for 5 s, these 8 connections would have had 48 responses.
      expect(load.ledger.refused.size).toBeGreaterThan(1_000);
      expect([...load.ledger.retryAfter]).toEqual(['5']);
      expect(server.lines.filter(({ cause }) => cause === 'locked')).toHaveLength(1);
      await lock.release();
      await expectRecovery(server, load);
      await expectNothingWrong(site, 'hit', [load.ledger]);
    },
  );
});

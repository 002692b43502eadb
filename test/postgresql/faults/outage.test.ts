import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { more, startLoad } from '../../support/crash/load.ts';
import { expectNothingWrong, LONG, readStatistics } from '../../support/crash/site.ts';
import { memoryOf } from '../../support/memory.ts';
import { LOAD, NO_SYNC, readiness, startOwnServer, statusOf } from '../../support/postgresql/ownServer.ts';
import { type PostgresqlServer, startPostgresql } from '../../support/postgresql/server.mjs';
import { startProcess } from '../../support/process.ts';

/** How long PostgreSQL is stopped at least. Hits wait for five seconds before the server refuses them. */
const OUTAGE_S = LONG ? 10 : 5;
/** The hits before and after an outage. */
const HITS = LONG ? 2_000 : 500;

/** The websites of the test of a restart. */
const WEBSITES = LONG ? 1_000 : 200;

describe('when PostgreSQL', () => {
  test(`is stopped for ${OUTAGE_S} s, the server answers 503, recovers and loses no stored hit`, async () => {
    await using own = await startOwnServer();
    const { postgresql, site } = own;
    await using server = await startProcess(own.folder, site.env);
    const { url } = server;
    const load = startLoad({ url, websites: site.websites, name: 'stopped', ...LOAD });
    await more(load, HITS);
    const before = memoryOf(server.pid) ?? 0;
    await postgresql.halt();
    await readiness(url, 503);
    const start = performance.now();
    let most = 0;
    while (performance.now() - start < OUTAGE_S * 1_000 || load.ledger.refused.size === 0) {
      most = Math.max(most, memoryOf(server.pid) ?? 0);
      await sleep(100);
    }
    expect(await statusOf(`${url}/healthz`)).toBe(200);
    const headers = { authorization: `Bearer ${site.key}` };
    const refused = await fetch(`${url}/api/v1/websites`, { headers });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    const { refused: hits, retryAfter, wrong } = load.ledger;
    expect(hits.size).toBeGreaterThan(0);
    expect([retryAfter, wrong]).toEqual([new Set(['5']), []]);

    const { data, port } = postgresql;
    const again = await startPostgresql({ data, port, flags: NO_SYNC });
    await readiness(url, 200);
    await more(load, HITS);
    await server.says(/^Hits are stored again/);
    await load.stop();
    expect(await readStatistics(url, site.key)).toEqual([200, 200]);
    await expectNothingWrong(site, 'stopped', [load.ledger]);
    // Memory grows only by the queue of waiting hits.
    expect(most - before).toBeLessThan(100);
    expect(server.lines.some(({ msg }) => msg.includes('cannot be reached: start it'))).toBe(true);
    await again.halt();
  });

  test(`is restarted under load with ${WEBSITES} websites, all hits wait and none is refused`, async () => {
    await using own = await startOwnServer({}, WEBSITES - 2);
    const { postgresql, site } = own;
    await using server = await startProcess(own.folder, site.env);
    const load = startLoad({ url: server.url, websites: site.websites, name: 'wait', ...LOAD });
    // Half of the websites are known to the server when the database stops.
    await more(load, WEBSITES / 2);
    let { data, port } = postgresql;
    let last: PostgresqlServer = postgresql;
    let outage = Number.POSITIVE_INFINITY;
    // Hits wait for five seconds. A restart of a database takes longer on a very busy machine.
    while (outage > 4_000) {
      load.ledger.refused.clear();
      const start = performance.now();
      await last.halt();
      last = await startPostgresql({ data, port, flags: NO_SYNC });
      await readiness(server.url, 200);
      outage = performance.now() - start;
      ({ data, port } = last);
    }
    await more(load, HITS);
    await load.stop();
    expect([load.ledger.refused.size, load.ledger.wrong]).toEqual([0, []]);
    await expectNothingWrong(site, 'wait', [load.ledger]);
    await last.halt();
  });
});

import { describe, expect, test } from '@jest/globals';
import { startServer } from '../../src/app/server.ts';
import { verifyRollups } from '../../src/ingest/store/verify.ts';
import { noteChange } from '../../src/websites/noteChange.ts';
import { newWebsite, statRows } from '../support/rest.ts';
import { NOON, startTestServer } from '../support/server.ts';
import { rows } from '../support/tables.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const HOUR = 3_600_000;
const MIDNIGHT = Date.UTC(2026, 10, 22);

describe('a clock that is set back by an hour', () => {
  test('loses no hits, ends no visit, adds no visitor and keeps the order of arrival', async () => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    const page = (number: number) => ({ website, page: `https://example.com/${number}` });
    server.setTime(NOON);
    for (const number of [1, 2, 3]) expect(outcome(await sendHit(server, page(number)))).toEqual(RECORDED);
    server.setTime(NOON - HOUR);
    for (const number of [4, 5, 6]) expect(outcome(await sendHit(server, page(number)))).toEqual(RECORDED);
    server.setTime(NOON + 1);
    expect(outcome(await sendHit(server, page(7)))).toEqual(RECORDED);

    const stored = await rows(server, `SELECT "path", "visit" FROM "Hit" ORDER BY "id"`);
    expect(stored).toEqual([1, 2, 3, 4, 5, 6, 7].map((number) => ({ path: `/${number}`, visit: 1 })));
    expect(await statRows(server, id, 'visitors')).toEqual([['2026-11-21', 1]]);
    expect(await statRows(server, id, 'landing_page')).toEqual([['/1', 1]]);
    expect(await statRows(server, id, 'pageviews_hours')).toEqual([
      ['12', 4],
      ['11', 3],
    ]);
    expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
  });

  test('across midnight uses the salt of the previous day again, so the visitor stays the same', async () => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    for (const time of [MIDNIGHT - HOUR / 2, MIDNIGHT + HOUR / 2, MIDNIGHT - HOUR / 2 + 1]) {
      server.setTime(time);
      expect(outcome(await sendHit(server, { website, page: 'https://example.com/' }))).toEqual(RECORDED);
    }
    expect(await statRows(server, id, 'visitors')).toEqual([
      ['2026-11-21', 1],
      ['2026-11-22', 1],
    ]);
    expect(await statRows(server, id, 'pageviews')).toEqual([
      ['2026-11-21', 2],
      ['2026-11-22', 1],
    ]);
    expect((await verifyRollups(server.deps.db)).differences).toEqual([]);
  });

  test('does not keep the settings of a website in the cache for an hour', async () => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    const hit = { website, page: 'https://example.com/' };
    expect(outcome(await sendHit(server, hit))).toEqual(RECORDED);
    // As the command line does, outside the server.
    await server.deps.db.write(async (tx) => {
      await tx.website.update({ where: { id }, data: { domain: 'example.org' } });
      await noteChange(tx, id, ['example.com', 'example.org']);
    });
    server.setTime(NOON - HOUR);
    expect(outcome(await sendHit(server, hit))).toEqual([202, 'wrong_host']);
  });

  test('while the server was stopped causes no duplicate hit ids', async () => {
    await using server = await startTestServer();
    const { tracking_id: website } = await newWebsite(server);
    const hit = { website, page: 'https://example.com/' };
    expect(outcome(await sendHit(server, hit))).toEqual(RECORDED);
    // A second server on the same database, whose clock repeats the earlier times.
    const { config, log } = server.deps;
    const again = await startServer({
      config,
      log,
      script: '',
      now: () => NOON,
      random: (bytes: number) => new Uint8Array(bytes),
    });
    const response = await fetch(`${again.url.replace('localhost', '127.0.0.1')}/api/event`, {
      method: 'POST',
      headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/142.0.0.0' },
      body: JSON.stringify(hit),
    });
    await again.stop();
    expect(response.status).toBe(202);
    const hits = await rows<{ at: number }>(server, `SELECT "at" FROM "Hit" ORDER BY "id"`);
    expect(hits.map(({ at }) => at)).toEqual([NOON, NOON]);
  });
});

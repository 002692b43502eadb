import { describe, expect, test } from '@jest/globals';
import { saltDeletion } from '../../src/ingest/recorder/salts.ts';
import { verifyRollups } from '../../src/ingest/store/verify.ts';
import { newWebsite, statRows } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';
import { rows } from '../support/tables.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Sends a pageview or an event of the only person in these tests. */
async function hitAt(server: TestServer, time: number, fields: object = {}): Promise<void> {
  server.setTime(time);
  const sent = { page: 'https://example.com/', ...fields };
  expect(outcome(await sendHit(server, sent, { 'x-forwarded-for': '203.0.113.5' }))).toEqual(RECORDED);
}

/** Returns the visitors of each day, their hours, and the total of visits, for the whole year. */
async function counts(server: TestServer, id = 1) {
  const year = 'from=2026-01-01&to=2026-12-31';
  const visits = await statRows(server, id, 'landing_page', year);
  return {
    visitors: await statRows(server, id, 'visitors', year),
    hours: (await statRows(server, id, 'visitors_hours', year)).map(([hour]) => hour),
    visits: visits.reduce((sum, [, count]) => sum + count, 0),
  };
}

async function expectSound({ deps }: TestServer): Promise<void> {
  expect((await verifyRollups(deps.db)).differences).toEqual([]);
}

describe('a visitor during a clock change at midnight', () => {
  // Cairo, Friday 24 April 2026: after 23:59 comes 01:00.
  const spring = Date.UTC(2026, 3, 23, 22);
  // Cairo, Thursday 29 October 2026: after 23:59 comes 23:00 of the same day; midnight is an hour later.
  const autumn = Date.UTC(2026, 9, 29, 21);

  test('is a new one from the start of a day that begins at 01:00', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { timezone: 'Africa/Cairo' });
    await hitAt(server, spring - 1);
    await hitAt(server, spring);
    expect(await counts(server)).toEqual({
      visitors: [
        ['2026-04-23', 1],
        ['2026-04-24', 1],
      ],
      hours: ['01', '23'],
      visits: 2,
    });
    await expectSound(server);
  });

  test('stays the same while the hour before midnight is repeated', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { timezone: 'Africa/Cairo' });
    for (const time of [autumn - 1, autumn, autumn + HOUR - 1]) await hitAt(server, time);
    expect(await counts(server)).toEqual({ visitors: [['2026-10-29', 1]], hours: ['23'], visits: 2 });
    await hitAt(server, autumn + HOUR);
    expect((await counts(server)).visitors).toEqual([
      ['2026-10-29', 1],
      ['2026-10-30', 1],
    ]);
    await expectSound(server);
  });
});

describe('a visitor during a change of salts', () => {
  test('stays the same for each website on its day, even if the days of the websites differ', async () => {
    await using server = await startTestServer();
    const east = await newWebsite(server, { url: 'east.example', timezone: 'Pacific/Kiritimati' });
    const west = await newWebsite(server, { url: 'west.example', timezone: 'Etc/GMT+12' });
    // At 12:00 UTC it is 02:00 on the 22nd in the east, and the 21st begins in the west.
    for (const time of [NOON, NOON + 10 * MINUTE, NOON + 20 * MINUTE]) {
      for (const { domain } of [east, west]) await hitAt(server, time, { page: `https://${domain}/` });
      await saltDeletion(server.deps)();
    }
    expect(await rows(server, 'SELECT "day" FROM "Salt" ORDER BY "day"')).toEqual([
      { day: 20261121 },
      { day: 20261122 },
    ]);
    expect(await counts(server, east.id)).toMatchObject({ visitors: [['2026-11-22', 1]], visits: 1 });
    expect(await counts(server, west.id)).toMatchObject({ visitors: [['2026-11-21', 1]], visits: 1 });
    await expectSound(server);
  });

  test('is a new one every day, with one hash for all hits of a day', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    for (let day = 0; day < 4; day++) {
      for (const time of [0, HOUR, 11 * HOUR]) {
        await hitAt(server, NOON + day * DAY + time);
        await saltDeletion(server.deps)();
      }
    }
    expect((await counts(server)).visitors).toEqual(
      ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24'].map((day) => [day, 1]),
    );
    expect(await rows(server, 'SELECT DISTINCT "visitor" FROM "Hit"')).toHaveLength(4);
    expect(await rows(server, 'SELECT "day" FROM "Salt"')).toEqual([{ day: 20261124 }]);
    await expectSound(server);
  });
});

describe('a visitor stays the same', () => {
  test('in the same visit, if the server restarts between two pageviews', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    await hitAt(server, NOON);
    await server.stop();
    await using again = await startTestServer({ beside: server });
    await hitAt(again, NOON + MINUTE);
    expect(await counts(again)).toEqual({ visitors: [['2026-11-21', 1]], hours: ['12'], visits: 1 });
    expect(await statRows(again, 1, 'pageviews')).toEqual([['2026-11-21', 2]]);
    await expectSound(again);
  });

  test('in the same visit, if two servers on one database receive the hits in turn', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    await using other = await startTestServer({ beside: server });
    for (let minute = 0; minute < 6; minute++) {
      await hitAt(minute % 2 === 0 ? server : other, NOON + minute * 20 * MINUTE);
    }
    expect(await counts(server)).toEqual({ visitors: [['2026-11-21', 1]], hours: ['12'], visits: 1 });
    expect(await statRows(server, 1, 'pageviews')).toEqual([['2026-11-21', 6]]);
    await expectSound(other);
  });

  test('if two servers receive the first hits of a day at the same time', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    await using other = await startTestServer({ beside: server });
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => hitAt(index % 2 === 0 ? server : other, NOON + DAY)),
    );
    expect(await rows(server, 'SELECT "day" FROM "Salt"')).toEqual([{ day: 20261122 }]);
    expect(await counts(server)).toEqual({
      visitors: [['2026-11-22', 1]],
      hours: ['12'],
      visits: 1,
    });
    expect(await statRows(server, 1, 'pageviews')).toEqual([['2026-11-22', 40]]);
    await expectSound(server);
  });
});

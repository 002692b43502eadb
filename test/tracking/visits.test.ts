import { describe, expect, test } from '@jest/globals';
import { changeWebsite, newWebsite, statRows } from '../support/rest.ts';
import { IPHONE, NOON, startTestServer, type TestServer } from '../support/server.ts';
import { rows } from '../support/tables.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const GAP = 30 * MINUTE;

async function hitAt(server: TestServer, time: number, path: string, fields: object = {}, headers = {}) {
  server.setTime(time);
  const page = `https://example.com${path}`;
  expect(outcome(await sendHit(server, { page, ...fields }, headers))).toEqual(RECORDED);
}

async function counts(server: TestServer) {
  const [visitors, landing] = [
    await statRows(server, 1, 'visitors'),
    await statRows(server, 1, 'landing_page'),
  ];
  const sum = (list: [string, number][]) => list.reduce((total, [, count]) => total + count, 0);
  return { visitors: sum(visitors), visits: sum(landing) };
}

describe('a visit', () => {
  test('continues after a gap of 30 minutes', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    await hitAt(server, NOON, '/a');
    await hitAt(server, NOON + GAP, '/b');
    await hitAt(server, NOON + 2 * GAP, '/c');
    expect(await counts(server)).toEqual({ visitors: 1, visits: 1 });
    expect(await statRows(server, 1, 'landing_page')).toEqual([['/a', 1]]);
    expect(await rows(server, 'SELECT "number", "startedAt", "lastAt" FROM "Visit"')).toEqual([
      { number: 1, startedAt: NOON, lastAt: NOON + 2 * GAP },
    ]);
  });

  test('ends after a gap of 30 minutes and 1 ms; the visitor stays the same', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    await hitAt(server, NOON, '/a', { referrer: 'https://one.example/' });
    await hitAt(server, NOON + GAP + 1, '/b?utm_campaign=two', { referrer: 'https://two.example/' });
    expect(await counts(server)).toEqual({ visitors: 1, visits: 2 });
    expect(await statRows(server, 1, 'landing_page')).toEqual([
      ['/a', 1],
      ['/b', 1],
    ]);
    expect(await statRows(server, 1, 'referrer')).toEqual([
      ['one.example', 1],
      ['two.example', 1],
    ]);
    expect(await statRows(server, 1, 'campaign')).toEqual([['two', 1]]);
  });

  test('keeps the referrer of its first hit', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    await hitAt(server, NOON, '/a');
    await hitAt(server, NOON + 1, '/b?utm_campaign=late', { referrer: 'https://two.example/' });
    expect(await statRows(server, 1, 'referrer')).toEqual([['', 1]]);
    expect(await statRows(server, 1, 'campaign')).toEqual([]);
  });

  test('continues with an event as with a pageview', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    await hitAt(server, NOON, '/a');
    await hitAt(server, NOON + GAP, '/a', { event: { name: 'Scroll' } });
    await hitAt(server, NOON + 2 * GAP, '/b');
    expect(await counts(server)).toEqual({ visitors: 1, visits: 1 });
  });
});

describe('a visitor', () => {
  test('is identified by address, User-Agent and website', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    await newWebsite(server, { url: 'other.example' });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    await hitAt(server, NOON, '/a', {}, from('203.0.113.1'));
    await hitAt(server, NOON, '/b', {}, from('203.0.113.1'));
    await hitAt(server, NOON, '/a', {}, from('203.0.113.2'));
    await hitAt(server, NOON, '/a', {}, { ...from('203.0.113.1'), 'user-agent': IPHONE });
    expect(await counts(server)).toEqual({ visitors: 3, visits: 3 });
    await hitAt(server, NOON, '/a', { page: 'https://other.example/' }, from('203.0.113.1'));
    const hashes = await rows<{ visitor: number }>(server, 'SELECT DISTINCT "visitor" FROM "Hit"');
    expect(hashes).toHaveLength(4);
  });

  test.each([
    ['UTC', Date.UTC(2026, 10, 22), '2026-11-21', '2026-11-22', '23', '00'],
    ['Asia/Kolkata', Date.UTC(2026, 10, 21, 18, 30), '2026-11-21', '2026-11-22', '23', '00'],
    ['America/St_Johns', Date.UTC(2026, 10, 22, 3, 30), '2026-11-21', '2026-11-22', '23', '00'],
    ['Pacific/Auckland', Date.UTC(2026, 10, 21, 11), '2026-11-21', '2026-11-22', '23', '00'],
  ])('is a new one, in a new visit, from local midnight on in %s', async (...row) => {
    const [timezone, midnight, before, after, lastHour, firstHour] = row;
    await using server = await startTestServer();
    await newWebsite(server, { timezone });
    await hitAt(server, midnight - 1, '/late');
    await hitAt(server, midnight, '/early');
    expect(await statRows(server, 1, 'visitors')).toEqual([
      [before, 1],
      [after, 1],
    ]);
    expect(await statRows(server, 1, 'pageviews_hours')).toEqual([
      [firstHour, 1],
      [lastHour, 1],
    ]);
    expect(await counts(server)).toEqual({ visitors: 2, visits: 2 });
    const hashes = await rows(server, 'SELECT DISTINCT "visitor" FROM "Hit"');
    expect(hashes).toHaveLength(2);
  });

  test('stays the same across midnight UTC if the website has another time zone', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { timezone: 'America/New_York' });
    const midnight = Date.UTC(2026, 10, 22);
    await hitAt(server, midnight - 1, '/a');
    await hitAt(server, midnight, '/b');
    expect(await statRows(server, 1, 'visitors')).toEqual([['2026-11-21', 1]]);
    expect(await statRows(server, 1, 'landing_page')).toEqual([['/a', 1]]);
  });

  test('stays the same for all hours of a 25-hour day', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { timezone: 'Europe/Berlin' });
    const start = Date.UTC(2026, 9, 24, 22); // 00:00 of 25 October, the clock goes back that night
    for (const time of [start, start + 24 * HOUR + 59 * MINUTE]) await hitAt(server, time, '/');
    expect(await statRows(server, 1, 'visitors', 'from=2026-10-01&to=2026-10-31')).toEqual([
      ['2026-10-25', 1],
    ]);
    await hitAt(server, start + 25 * HOUR, '/');
    expect(await statRows(server, 1, 'visitors', 'from=2026-10-26&to=2026-10-26')).toEqual([
      ['2026-10-26', 1],
    ]);
  });

  test('is counted on the days of a new time zone from the change on', async () => {
    await using server = await startTestServer();
    await newWebsite(server);
    await hitAt(server, NOON, '/');
    await changeWebsite(server, 1, { timezone: 'Pacific/Auckland' });
    await hitAt(server, NOON + 1, '/');
    expect(await statRows(server, 1, 'visitors')).toEqual([
      ['2026-11-21', 1],
      ['2026-11-22', 1],
    ]);
    expect(await statRows(server, 1, 'visitors_hours')).toEqual([
      ['01', 1],
      ['12', 1],
    ]);
  });
});

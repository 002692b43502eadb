import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Hit } from '../../../src/ingest/hit.ts';
import { storeHits } from '../../../src/ingest/store/store.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { openTestDatabase, type TestDatabase } from '../../support/books/database.ts';
import { DIMENSIONS } from '../../support/dimensions.ts';

const DAY = 20261121;
const NEXT_DAY = 20261122;
const NOON = Date.UTC(2026, 10, 21, 12);
const MINUTE = 60_000;
const TOTALS = ['visitors', 'visits', 'pageviews', 'events', 'bounces', 'duration'] as const;
/** The totals that an earlier version did not have. */
const ADDED = ['visits', 'events', 'bounces', 'duration'] as const;

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

/** A visitor with two visits, the second one by an event; a bounce; and a visit on the next day. */
function hits(): Hit[] {
  const hit = (visitor: bigint, minutes: number, path: string, event: string | null = null): Hit => ({
    websiteId: 1,
    visitor,
    day: DAY,
    hour: 12,
    at: NOON + minutes * MINUTE,
    path,
    host: 'a.test',
    event: event === null ? null : { name: event, value: null, unit: null },
    dimensions: DIMENSIONS,
  });
  return [
    ...[hit(7n, 0, '/a'), hit(7n, 5, '/b'), hit(7n, 6, '/b', 'buy'), hit(7n, 120, '/c', 'buy')],
    hit(-(2n ** 63n), 0, '/a'),
    ...[hit(9n, 0, '/a'), hit(9n, 1, '/d')].map((one) => ({ ...one, day: NEXT_DAY })),
  ];
}

beforeEach(async () => {
  let id = 2n ** 62n;
  await database.db.write(async (tx) => {
    for (const table of ['DayTotal', 'Visit', 'Hit', 'PendingDay'])
      await tx.$executeRawUnsafe(`DELETE FROM "${table}"`);
    const all = hits();
    await storeHits(tx, all.slice(0, 2), () => ++id);
    await storeHits(tx, all.slice(2, 6), () => ++id);
    await storeHits(tx, all.slice(6), () => ++id);
    await storeHits(tx, [{ ...(all[0] as Hit), websiteId: 2 }], () => ++id);
  });
});

const execute = (sql: string) => database.db.write((tx) => tx.$executeRawUnsafe(sql));
const differences = async () => (await verifyRollups(database.db)).differences;

test('finds no differences in what storeHits stored', async () => {
  expect(await verifyRollups(database.db)).toEqual({ websites: 2, rows: 3, differences: [] });
});

test.each(TOTALS)('the total %s is recomputed', async (name) => {
  const where = { websiteId: 1, day: DAY };
  const row = await database.db.read.dayTotal.findUniqueOrThrow({ where: { websiteId_day: where } });
  await execute(`UPDATE "DayTotal" SET "${name}" = "${name}" - 3 WHERE "websiteId" = 1 AND "day" = ${DAY}`);
  const computed = Number(row[name]);
  expect(await differences()).toEqual([
    { websiteId: 1, name, period: DAY, value: '', stored: computed - 3, computed },
  ]);
});

test('finds a deleted day and an invented day', async () => {
  await execute(`UPDATE "DayTotal" SET "day" = 20261201 WHERE "websiteId" = 2`);
  const found = (await differences()).map(({ name, period, stored, computed }) => [
    ...[name, period, stored, computed],
  ]);
  expect(found).toEqual(
    ['bounces', 'pageviews', 'visitors', 'visits'].flatMap((name) => [
      [name, DAY, 0, 1],
      [name, 20261201, 1, 0],
    ]),
  );
});

/** The first visit of visitor 7. */
const FIRST = `"websiteId" = 1 AND "day" = ${DAY} AND "visitor" = 7 AND "number" = 1`;
const SECOND = FIRST.replace('"number" = 1', '"number" = 2');
const visitOf = (column: string, number: number, stored: string, computed: string) => ({
  websiteId: 1,
  name: `visit.${column}`,
  period: DAY,
  value: `7 ${number}`,
  stored,
  computed,
});

describe('the column of a visit', () => {
  test.each([
    ['pageviews', '5', '5', '2'],
    ['pageviews', 'NULL', 'null', '2'],
    ['events', '0', '0', '1'],
    ['events', 'NULL', 'null', '1'],
    ['exitPath', "'/a'", '/a', '/b'],
    ['exitPath', 'NULL', 'null', '/b'],
    ['exitId', '4611686018427387905', '4611686018427387905', '4611686018427387906'],
    ['exitId', 'NULL', 'null', '4611686018427387906'],
    ['lastAt', String(NOON), String(NOON), String(NOON + 6 * MINUTE)],
  ])('%s is compared with its hits, also if it is %s', async (column, value, stored, computed) => {
    await execute(`UPDATE "Visit" SET "${column}" = ${value} WHERE ${FIRST}`);
    expect(await differences()).toEqual([visitOf(column, 1, stored, computed)]);
  });

  test('startedAt must not be before the first hit', async () => {
    await execute(`UPDATE "Visit" SET "startedAt" = "startedAt" - 1 WHERE ${FIRST}`);
    const duration = { websiteId: 1, name: 'duration', value: '', stored: 360_000, computed: 360_001 };
    expect(await differences()).toEqual([
      { ...duration, period: DAY },
      visitOf('startedAt', 1, String(NOON - 1), String(NOON)),
    ]);
  });

  test.each(['browser', 'os', 'device', 'language', 'resolution', 'continent', 'country', 'city'] as const)(
    '%s of a later visit is that of the first visit of the day',
    async (column) => {
      await execute(`UPDATE "Visit" SET "${column}" = 'other' WHERE ${SECOND}`);
      expect(await differences()).toEqual([visitOf(column, 2, 'other', DIMENSIONS[column])]);
    },
  );
});

test('finds a visit without hits, and hits without a visit', async () => {
  await execute(`UPDATE "Hit" SET "visit" = 3 WHERE "websiteId" = 1 AND "visitor" = 7 AND "visit" = 2`);
  expect(await differences()).toEqual([
    visitOf('events', 2, '1', '0'),
    visitOf('lastAt', 2, String(NOON + 120 * MINUTE), 'null'),
    visitOf('number', 3, 'null', '3'),
    visitOf('startedAt', 2, String(NOON + 120 * MINUTE), 'null'),
  ]);
});

describe('a day that an earlier version recorded', () => {
  /** Makes the database what the migration leaves of the first day. */
  beforeEach(async () => {
    const added = ADDED.map((name) => `"${name}" = 0`).join(', ');
    await execute(`UPDATE "DayTotal" SET ${added} WHERE "websiteId" = 1 AND "day" = ${DAY}`);
    await execute(`UPDATE "Visit" SET "pageviews" = NULL, "events" = NULL, "exitPath" = NULL, "exitId" = NULL,
      "source" = '', "channel" = '' WHERE "websiteId" = 1 AND "day" = ${DAY}`);
    await execute(`UPDATE "Visit" SET "browser" = 'Edge' WHERE ${SECOND}`);
    await execute(`INSERT INTO "PendingDay" ("websiteId", "day") VALUES (1, ${DAY})`);
  });

  test('is compared without the new totals and columns while it is pending', async () => {
    expect(await differences()).toEqual([]);
  });

  test('is compared completely when it is not pending any more', async () => {
    await execute('DELETE FROM "PendingDay"');
    const names = new Set((await differences()).map(({ name }) => name));
    const columns = ['pageviews', 'events', 'exitId', 'exitPath', 'browser'].map((name) => `visit.${name}`);
    expect([...names].sort()).toEqual([...ADDED, ...columns].sort());
  });

  test('hides no other difference', async () => {
    await execute(`UPDATE "DayTotal" SET "visitors" = 9, "bounces" = 9 WHERE "websiteId" = 1`);
    await execute(`UPDATE "DayTotal" SET "visits" = 9 WHERE "websiteId" = 2`);
    await execute(`UPDATE "Visit" SET "pageviews" = 9 WHERE "day" = ${NEXT_DAY}`);
    const found = (await differences()).map(({ websiteId, name, period }) => [websiteId, name, period]);
    expect(found).toEqual([
      [1, 'bounces', NEXT_DAY],
      [1, 'visit.pageviews', NEXT_DAY],
      [1, 'visitors', DAY],
      [1, 'visitors', NEXT_DAY],
      [2, 'visits', DAY],
    ]);
  });
});

import { dayText } from '../../src/calendar/days.ts';
import { fromJson } from '../../src/db/sql/dialect.ts';
import { raw } from '../../src/db/sql/sql.ts';
import { ALL_DAYS } from '../support/months.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

const days = (month: number, count: number) =>
  Array.from({ length: count }, (_, index) => month * 100 + index + 1);
/** The local days with hits, by month. */
const MONTHS: Record<number, number[]> = {
  202609: days(202609, 30),
  202610: days(202610, 31),
  202611: days(202611, 21),
};

/** All days and months with hits, as the rollup stores them. */
export const PERIODS = Object.entries(MONTHS).flatMap(([month, list]) => [Number(month), ...list]);

/** Dimensions whose values an attacker can choose, and the prefix of the values. */
const LONG = {
  page: '/articles/',
  landing_page: '/articles/',
  referrer: 'host-',
  campaign: 'c',
  city: 'City ',
  event: 'E',
};
const SHORT = ['browser', 'os', 'device', 'language', 'resolution', 'continent', 'country'];

export interface World {
  server: TestServer;
  /** The public website with many values of everything; its account has nineteen others with few. */
  trackingId: string;
  websiteId: number;
  /** The global IDs of all websites. */
  ids: string[];
}

/**
 * Starts a server whose public website has been filled as an attacker could: many different values on every
 * day.
 * @param values the number of values of each dimension that an attacker can choose.
 */
export async function createWorld(values: number): Promise<World> {
  const server = await startTestServer({ env: { GEO_DATABASE: '/nowhere.mmdb' } });
  const websites: { id: number; tracking_id: string }[] = [];
  for (let index = 0; index < 20; index += 1) {
    const body = new URLSearchParams({ url: `https://s${index}.test`, privacy: '0' });
    const response = await server.call('/api/v1/websites', { method: 'POST', body });
    websites.push(((await response.json()) as { data: { id: number; tracking_id: string } }).data);
  }
  const [large, ...others] = websites;
  if (!large) throw new Error('No website was created');
  await fill(server, large.id, values);
  for (const website of others) await fill(server, website.id, 20);
  const ids = websites.map((website) => Buffer.from(`Website:${website.id}`).toString('base64'));
  return { server, trackingId: large.tracking_id, websiteId: large.id, ids };
}

/** Writes the rollup rows of a website. */
async function fill({ deps }: TestServer, websiteId: number, values: number): Promise<void> {
  const long = PERIODS.flatMap((period) =>
    Object.entries(LONG).map(([name, prefix]) => [period, name, prefix, values]),
  );
  const short = PERIODS.flatMap((period) => shortRows(period).map(([name, value]) => [period, name, value]));
  const { dialect } = deps.db;
  const ofShort = fromJson(dialect, short, { period: 'INTEGER', name: 'TEXT', value: 'TEXT' });
  const ofLong = fromJson(dialect, long, {
    period: 'INTEGER',
    name: 'TEXT',
    prefix: 'TEXT',
    values: 'INTEGER',
  });
  await deps.db.write(async (tx) => {
    await tx.websiteLock.create({ data: { websiteId, monthsThrough: ALL_DAYS } });
    await tx.$executeRaw`
      INSERT INTO "Stat" ("websiteId", "name", "period", "value", "count")
      SELECT ${raw(String(websiteId))}, "q"."name", "q"."period", "q"."value", 1000 FROM ${ofShort} AS "q"`;
    // Each value has hits on every fourth day.
    await tx.$executeRaw`
      INSERT INTO "Stat" ("websiteId", "name", "period", "value", "count")
      WITH RECURSIVE "number" ("n") AS (
        SELECT 0 UNION ALL SELECT "n" + 1 FROM "number" WHERE "n" < ${raw(String(values - 1))}
      )
      SELECT ${raw(String(websiteId))}, "q"."name", "q"."period",
        "q"."prefix" || "number"."n", 1 + "number"."n" % 7
      FROM ${ofLong} AS "q" CROSS JOIN "number"
      WHERE "q"."period" < 1000000 OR ("number"."n" + "q"."period") % 4 = 0`;
  });
}

/** The names and values of the statistics with few values. */
function shortRows(period: number): [name: string, value: string][] {
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  const dayValues = (MONTHS[period] ?? [period]).map((day) => dayText(day));
  return [
    ...SHORT.flatMap((name) => hours.map((hour): [string, string] => [name, `${name} ${hour}`])),
    ...['visitors_hours', 'pageviews_hours'].flatMap((name) =>
      hours.map((hour): [string, string] => [name, hour]),
    ),
    ...['visitors', 'pageviews'].flatMap((name) => dayValues.map((day): [string, string] => [name, day])),
  ];
}

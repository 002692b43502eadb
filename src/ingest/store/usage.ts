import type { SqlTransaction } from '../../db/database.ts';
import { addCounts } from '../../db/sql/insert.ts';
import { readRows } from '../../db/sql/rows.ts';
import { sql } from '../../db/sql/sql.ts';
import { columnsOf, STAT, USAGE } from '../../db/sql/tables.ts';
import type { StatName } from '../../stats/definitions.ts';

/**
 * The key of a counter for a website and day. It counts hits, distinct values of a statistic, or events whose
 * path no pageview has.
 */
export interface UsageKey {
  websiteId: number;
  /** The local day, for example 20261121. */
  day: number;
  name: 'hits' | 'event_page' | StatName;
}

/** A counter of the database within an open transaction. */
export interface UsageCounter extends UsageKey {
  count: number;
  /** The amount that this transaction adds. */
  added: number;
}

type Integer = number | bigint;
type FoundCount = { websiteId: Integer; day: Integer; name: UsageKey['name']; count: Integer };

const KEY = columnsOf(USAGE, 'websiteId', 'day', 'name');

const findUsage = readRows<FoundCount, keyof typeof KEY>(
  KEY,
  (source) => sql`
    SELECT "u"."websiteId", "u"."day", "u"."name", "u"."count" FROM ${source} AS "k" CROSS JOIN "Usage" AS "u"
    WHERE "u"."websiteId" = "k"."websiteId" AND "u"."day" = "k"."day" AND "u"."name" = "k"."name"`,
);

/** Counts the hits of a day from the rollup. */
const countHits = readRows<FoundCount, keyof typeof KEY>(
  KEY,
  (source, _, ofWebsites) => sql`
    SELECT "k"."websiteId", "k"."day", "k"."name", CAST(SUM("s"."count") AS BIGINT) AS "count"
    FROM ${source} AS "k" CROSS JOIN "Stat" AS "s"
    WHERE "s"."websiteId" = "k"."websiteId" AND "s"."name" IN ('event', 'pageviews')
      AND "s"."period" = "k"."day"
      AND ${ofWebsites('"s"."websiteId"')}
    GROUP BY "k"."websiteId", "k"."day", "k"."name"`,
);

const countValues = readRows<FoundCount, keyof typeof KEY>(
  KEY,
  (source, _, ofWebsites) => sql`
    SELECT "k"."websiteId", "k"."day", "k"."name", COUNT(*) AS "count"
    FROM ${source} AS "k" CROSS JOIN "Stat" AS "s"
    WHERE "s"."websiteId" = "k"."websiteId" AND "s"."name" = "k"."name" AND "s"."period" = "k"."day"
      AND "s"."value" <> '(other)' AND ${ofWebsites('"s"."websiteId"')}
    GROUP BY "k"."websiteId", "k"."day", "k"."name"`,
);

const textOf = ({ websiteId, day, name }: FoundCount | UsageKey) => `${websiteId} ${day} ${name}`;

/**
 * Reads counters. A counter that does not exist yet starts with the count in the rollup. This happens at the
 * first hit of a day, or the first after an upgrade.
 * @returns the counters, in the order of the keys.
 */
export async function readUsage(tx: SqlTransaction, keys: readonly UsageKey[]): Promise<UsageCounter[]> {
  const found = new Map((await findUsage(tx, keys)).map((row) => [textOf(row), Number(row.count)]));
  const missing = keys.filter((key) => !found.has(textOf(key)));
  const initial = [
    ...(await countHits(
      tx,
      missing.filter(({ name }) => name === 'hits'),
    )),
    ...(await countValues(
      tx,
      missing.filter(({ name }) => name !== 'hits'),
    )),
  ];
  const counted = new Map(initial.map((row) => [textOf(row), Number(row.count)]));
  return keys.map((key) => {
    const count = found.get(textOf(key));
    const start = counted.get(textOf(key)) ?? 0;
    return { ...key, count: count ?? start, added: count === undefined ? start : 0 };
  });
}

const addToUsage = addCounts(USAGE);

/** Writes the amounts added to counters. */
export async function writeUsage(tx: SqlTransaction, counters: Iterable<UsageCounter>): Promise<void> {
  const rows = [...counters].filter(({ added }) => added > 0);
  await addToUsage(
    tx,
    rows.map(({ websiteId, day, name, added }) => ({ websiteId, day, name, count: added })),
  );
}

/** Adds one to a counter unless it has reached its limit. @returns whether it was added. */
export function take(counter: UsageCounter, limit: number): boolean {
  if (counter.count >= limit) return false;
  counter.count += 1;
  counter.added += 1;
  return true;
}

const VALUE = columnsOf(STAT, 'websiteId', 'name', 'period', 'value');

/** Returns the given rollup rows that exist. */
export const findValues = readRows<
  { websiteId: Integer; name: StatName; period: Integer; value: string },
  keyof typeof VALUE
>(
  VALUE,
  (source, _, ofWebsites) => sql`
    SELECT "s"."websiteId", "s"."name", "s"."period", "s"."value"
    FROM ${source} AS "k" CROSS JOIN "Stat" AS "s"
    WHERE "s"."websiteId" = "k"."websiteId" AND "s"."name" = "k"."name" AND "s"."period" = "k"."period"
      AND "s"."value" = "k"."value" AND ${ofWebsites('"s"."websiteId"')}`,
);

import type { SqlTransaction } from '../../db/database.ts';
import { addCounts } from '../../db/sql/insert.ts';
import { readRows } from '../../db/sql/rows.ts';
import { sql } from '../../db/sql/sql.ts';
import { columnsOf, STAT, USAGE } from '../../db/sql/tables.ts';
import type { RollupName } from '../../stats/definitions.ts';

/**
 * The key of a counter for a website and day. It counts hits, distinct values of a statistic, or events whose
 * path no pageview has.
 */
export interface UsageKey {
  websiteId: number;
  /** The local day, for example 20261121. */
  day: number;
  name: 'hits' | 'event_page' | RollupName;
}

/** An amount that a transaction wants to add to a counter. */
export interface Wanted extends UsageKey {
  /** At least 1. */
  amount: number;
  /** The maximum of the counter. */
  limit: number;
}

type Integer = number | bigint;
type FoundCount = { websiteId: Integer; day: Integer; name: UsageKey['name']; count: Integer };

const KEY = columnsOf(USAGE, 'websiteId', 'day', 'name');

const addToExisting = readRows<FoundCount, keyof typeof KEY | 'amount'>(
  { amount: 'BIGINT', ...KEY },
  (source, _, ofWebsites) => sql`
    UPDATE "Usage" SET "count" = "Usage"."count" + "k"."amount" FROM ${source} AS "k"
    WHERE "Usage"."websiteId" = "k"."websiteId" AND "Usage"."day" = "k"."day" AND "Usage"."name" = "k"."name"
      AND ${ofWebsites('"Usage"."websiteId"')}
    RETURNING "Usage"."websiteId", "Usage"."day", "Usage"."name", "Usage"."count"`,
  `UPDATE "Usage" SET "count" = "count" + ? WHERE "websiteId" = ? AND "day" = ? AND "name" = ?
    RETURNING "websiteId", "day", "name", "count"`,
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

const addToUsage = addCounts(USAGE);

/**
 * Adds amounts to counters, each up to the limit of its counter. A counter that does not exist yet starts
 * with the count in the rollup. This happens at the first hit of a day, or the first after an upgrade.
 * @param wanted each counter at most once. Their websites must exist and be locked.
 * @returns the amounts that were added, in the order of `wanted`.
 */
export async function reserve(tx: SqlTransaction, wanted: readonly Wanted[]): Promise<number[]> {
  const counts = new Map((await addToExisting(tx, wanted)).map((row) => [textOf(row), Number(row.count)]));
  const missing = wanted.filter((one) => !counts.has(textOf(one)));
  const initial = await initialCounts(tx, missing);
  const corrections: (UsageKey & { count: number })[] = [];
  const added = wanted.map(({ websiteId, day, name, amount, limit }) => {
    const key = { websiteId, day, name };
    const count = counts.get(textOf(key));
    const before = count === undefined ? (initial.get(textOf(key)) ?? 0) : count - amount;
    const allowed = Math.max(0, Math.min(amount, limit - before));
    if (count === undefined) corrections.push({ ...key, count: before + allowed });
    else if (allowed < amount) corrections.push({ ...key, count: allowed - amount });
    return allowed;
  });
  await addToUsage(tx, corrections);
  return added;
}

/** Counts in the rollup what counters would have if they existed. */
async function initialCounts(tx: SqlTransaction, keys: readonly UsageKey[]): Promise<Map<string, number>> {
  const hits = keys.filter(({ name }) => name === 'hits');
  const values = keys.filter(({ name }) => name !== 'hits');
  const rows = [...(await countHits(tx, hits)), ...(await countValues(tx, values))];
  return new Map(rows.map((row) => [textOf(row), Number(row.count)]));
}

const VALUE = columnsOf(STAT, 'websiteId', 'name', 'period', 'value');

/** Returns the given rollup rows that exist. */
export const findValues = readRows<
  { websiteId: Integer; name: RollupName; period: Integer; value: string },
  keyof typeof VALUE
>(
  VALUE,
  (source, _, ofWebsites) => sql`
    SELECT "s"."websiteId", "s"."name", "s"."period", "s"."value"
    FROM ${source} AS "k" CROSS JOIN "Stat" AS "s"
    WHERE "s"."websiteId" = "k"."websiteId" AND "s"."name" = "k"."name" AND "s"."period" = "k"."period"
      AND "s"."value" = "k"."value" AND ${ofWebsites('"s"."websiteId"')}`,
);

import type { SqlTransaction } from '../../db/database.ts';
import { addCounts } from '../../db/sql/insert.ts';
import { lookUp } from '../../db/sql/rows.ts';
import { sql } from '../../db/sql/sql.ts';
import { columnsOf, USAGE } from '../../db/sql/tables.ts';
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

const KEY = columnsOf(USAGE, 'websiteId', 'day', 'name');
const KEY_NAMES = ['websiteId', 'day', 'name'] as const;

const addToExisting = lookUp(
  { amount: 'BIGINT', ...KEY },
  KEY_NAMES,
  (source, _, ofWebsites) => sql`
    UPDATE "Usage" SET "count" = "Usage"."count" + "k"."amount" FROM ${source} AS "k"
    WHERE "Usage"."websiteId" = "k"."websiteId" AND "Usage"."day" = "k"."day" AND "Usage"."name" = "k"."name"
      AND ${ofWebsites('"Usage"."websiteId"')}
    RETURNING "Usage"."count" AS "found", "Usage"."websiteId", "Usage"."day", "Usage"."name"`,
  `UPDATE "Usage" SET "count" = "count" + ? WHERE "websiteId" = ? AND "day" = ? AND "name" = ?
    RETURNING "count"`,
);

/** Counts the hits of a day from the rollup. */
const countHits = lookUp(
  KEY,
  KEY_NAMES,
  (source, _, ofWebsites) => sql`
    SELECT CAST(SUM("s"."count") AS BIGINT) AS "found", "k"."websiteId", "k"."day", "k"."name"
    FROM ${source} AS "k" CROSS JOIN "Stat" AS "s"
    WHERE "s"."websiteId" = "k"."websiteId" AND "s"."name" IN ('event', 'pageviews')
      AND "s"."period" = "k"."day"
      AND ${ofWebsites('"s"."websiteId"')}
    GROUP BY "k"."websiteId", "k"."day", "k"."name"`,
);

const countValues = lookUp(
  KEY,
  KEY_NAMES,
  (source, _, ofWebsites) => sql`
    SELECT COUNT(*) AS "found", "k"."websiteId", "k"."day", "k"."name"
    FROM ${source} AS "k" CROSS JOIN "Stat" AS "s"
    WHERE "s"."websiteId" = "k"."websiteId" AND "s"."name" = "k"."name" AND "s"."period" = "k"."day"
      AND "s"."value" <> '(other)' AND ${ofWebsites('"s"."websiteId"')}
    GROUP BY "k"."websiteId", "k"."day", "k"."name"`,
);

const addToUsage = addCounts(USAGE);

/**
 * Adds amounts to counters, each up to the limit of its counter. A counter that does not exist yet starts
 * with the count in the rollup. This happens at the first hit of a day, or the first after an upgrade.
 * @param wanted each counter at most once. Their websites must exist and be locked.
 * @returns the amounts that were added, in the order of `wanted`.
 */
export async function reserve(tx: SqlTransaction, wanted: readonly Wanted[]): Promise<number[]> {
  const counts = await addToExisting(tx, wanted);
  const initial = await initialCounts(
    tx,
    wanted.filter((_, index) => counts[index] === undefined),
  );
  const corrections: (UsageKey & { count: number })[] = [];
  const added = wanted.map((one, index) => {
    const { websiteId, day, name, amount, limit } = one;
    const count = counts[index];
    const before = count === undefined ? (initial.get(one) ?? 0) : count - amount;
    const allowed = Math.max(0, Math.min(amount, limit - before));
    if (count === undefined) corrections.push({ websiteId, day, name, count: before + allowed });
    else if (allowed < amount) corrections.push({ websiteId, day, name, count: allowed - amount });
    return allowed;
  });
  await addToUsage(tx, corrections);
  return added;
}

/** Counts in the rollup what counters would have if they existed. */
async function initialCounts(tx: SqlTransaction, keys: readonly Wanted[]): Promise<Map<Wanted, number>> {
  const counts = new Map<Wanted, number>();
  const count = async (some: readonly Wanted[], counter: typeof countHits) => {
    for (const [index, found] of (await counter(tx, some)).entries())
      if (found !== undefined) counts.set(some[index] as Wanted, found);
  };
  await count(
    keys.filter(({ name }) => name === 'hits'),
    countHits,
  );
  await count(
    keys.filter(({ name }) => name !== 'hits'),
    countValues,
  );
  return counts;
}

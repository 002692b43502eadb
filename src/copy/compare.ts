import { sql } from '../db/sql/sql.ts';
import { verifyRollups } from '../ingest/store/verify.ts';
import { countRows } from './counts.ts';
import { type End, inTransaction } from './end.ts';
import { type Counts, TABLES } from './tables.ts';

/** A difference between the two databases, or within the target. */
export interface Difference {
  what: string;
  /** The value of the source, or the value recomputed from the visits and hits. */
  expected: string;
  found: string;
}

/** The extent and the result of a comparison. */
export interface Comparison {
  /** The numbers of rows in the target. */
  tables: Counts;
  /** Number of sums of Stat.count that were compared, one for each website and name. */
  sums: number;
  /** Number of rollup rows that were recomputed. */
  rollups: number;
  differences: Difference[];
}

/**
 * Compares the numbers of rows and the sums of both databases, and recomputes the target's rollups from its
 * visits and hits.
 * @param before the numbers of rows in the source when the copy began.
 */
export async function compare(from: End, to: End, before: Counts): Promise<Comparison> {
  const source = await countRows(from);
  const tables = await countRows(to);
  const differences = [
    ...between(before, source, (name) => `rows of ${name} in the source, which changed during the copy`),
    ...between(source, tables, (name) => `rows of ${name}`),
  ];
  const sums = await compareSums(from, to, differences);
  const { rows, differences: rollups } = await verifyRollups(to.db);
  for (const { websiteId, name, period, value, stored, computed } of rollups)
    differences.push({
      what: `rollup of website ${websiteId}: ${name} ${period} ${JSON.stringify(value)}`,
      expected: String(computed),
      found: String(stored),
    });
  return { tables, sums, rollups: rows, differences };
}

function between(expected: Counts, found: Counts, what: (name: string) => string): Difference[] {
  return TABLES.filter(({ name }) => expected[name] !== found[name]).map(({ name }) => ({
    what: what(name),
    expected: String(expected[name]),
    found: String(found[name]),
  }));
}

/** Number of websites whose sums are compared at a time. It bounds the memory used. */
const WEBSITES = 1_000;

/**
 * Compares the sums of Stat.count, and appends the differences.
 * @returns the number of sums compared.
 */
async function compareSums(from: End, to: End, differences: Difference[]): Promise<number> {
  let compared = 0;
  const last = Math.max(await lastWebsite(from), await lastWebsite(to));
  for (let first = 0; first <= last; first += WEBSITES) {
    const [expected, found] = await Promise.all([sumsOf(from, first), sumsOf(to, first)]);
    for (const what of new Set([...expected.keys(), ...found.keys()])) {
      compared += 1;
      const sides = { expected: expected.get(what) ?? '0', found: found.get(what) ?? '0' };
      if (sides.expected !== sides.found)
        differences.push({ what: `sum of Stat.count of website ${what}`, ...sides });
    }
  }
  return compared;
}

async function lastWebsite(end: End): Promise<number> {
  const [row] = await inTransaction(
    end,
    (tx) => tx.$queryRaw<{ id: bigint | number | null }[]>`SELECT MAX("websiteId") AS "id" FROM "Stat"`,
  );
  return Number(row?.id ?? 0);
}

async function sumsOf(end: End, first: number): Promise<Map<string, string>> {
  const rows = await inTransaction(end, (tx) =>
    tx.$queryRaw<{ websiteId: bigint | number; name: string; sum: string }[]>(sql`
      SELECT "websiteId", "name", CAST(SUM("count") AS TEXT) AS "sum" FROM "Stat"
      WHERE "websiteId" >= ${BigInt(first)} AND "websiteId" < ${BigInt(first + WEBSITES)}
      GROUP BY "websiteId", "name"`),
  );
  return new Map(rows.map(({ websiteId, name, sum }) => [`${websiteId}, ${name}`, sum]));
}

import { raw, sql } from '../db/sql/sql.ts';
import { TOTALS, type TotalName } from '../engine/registry/statistics.ts';
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
  /** Number of sums that were compared: one for each website and total. */
  sums: number;
  /** Number of days whose totals were recomputed. */
  days: number;
  differences: Difference[];
}

/**
 * Compares the numbers of rows and the sums of both databases, and recomputes the target's totals of days
 * from its visits and hits.
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
  const { rows: days, differences: wrong } = await verifyRollups(to.db);
  for (const { websiteId, name, period, value, stored, computed } of wrong)
    differences.push({
      what: `website ${websiteId}: ${name} ${period}${value && ` ${value}`}`,
      expected: String(computed),
      found: String(stored),
    });
  return { tables, sums, days, differences };
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
 * Compares the sums of the totals of days, and appends the differences.
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
      if (sides.expected !== sides.found) differences.push({ what: `total of website ${what}`, ...sides });
    }
  }
  return compared;
}

async function lastWebsite(end: End): Promise<number> {
  const [row] = await inTransaction(
    end,
    (tx) => tx.$queryRaw<{ id: bigint | number | null }[]>`SELECT MAX("websiteId") AS "id" FROM "DayTotal"`,
  );
  return Number(row?.id ?? 0);
}

const SUMMED = raw(TOTALS.map((name) => `CAST(SUM("${name}") AS TEXT) AS "${name}"`).join(', '));

async function sumsOf(end: End, first: number): Promise<Map<string, string>> {
  const rows = await inTransaction(end, (tx) =>
    tx.$queryRaw<({ websiteId: bigint | number } & Record<TotalName, string>)[]>(sql`
      SELECT "websiteId", ${SUMMED} FROM "DayTotal"
      WHERE "websiteId" >= ${BigInt(first)} AND "websiteId" < ${BigInt(first + WEBSITES)}
      GROUP BY "websiteId"`),
  );
  return new Map(
    rows.flatMap((row) => TOTALS.map((name) => [`${row.websiteId}, ${name}`, row[name]] as const)),
  );
}

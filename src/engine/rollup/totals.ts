import DataLoader from 'dataloader';
import type { Database } from '../../db/database.ts';
import type { Requester } from '../../db/readQueue.ts';
import { type Dialect, fromJson } from '../../db/sql/dialect.ts';
import { raw, type Sql, sql } from '../../db/sql/sql.ts';
import { NO_SUMS, type Sums } from '../registry/metrics.ts';
import { TOTALS, type TotalName } from '../registry/statistics.ts';
import { knownSums } from './importedSums.ts';
import type { ContainedImport } from './imports.ts';

/** The same days of some websites. */
export interface TotalRange {
  /** First and last day, both inclusive, as 20261121. */
  from: number;
  to: number;
  websiteIds: readonly number[];
}

/** A query for the sums of all hits of ranges taken together. */
export type TotalQuery = readonly TotalRange[];

/** A website whose days count towards a query, from the first to the last. */
type MemberRow = [query: number, websiteId: number, from: number, to: number];

const MEMBER = { query: 'INTEGER', websiteId: 'INTEGER', from: 'INTEGER', to: 'INTEGER' } as const;

type FoundRow = Record<'query' | TotalName, number | bigint>;

/**
 * Loads the sums of any number of websites. One SELECT reads all queries of an operation, and the database
 * adds up: an account may have a thousand websites.
 * @param imports that statistics contain.
 */
export function totalsLoader(
  db: Pick<Database, 'select' | 'dialect'>,
  imports: DataLoader<number, ContainedImport[]>,
  requester?: Requester,
): DataLoader<TotalQuery, Sums> {
  return new DataLoader(
    async (queries) => {
      const found = queries.map((): Sums => ({ ...NO_SUMS }));
      for (const row of await db.select<FoundRow>(totalsOf(db.dialect, queries), requester)) {
        const sums = found[Number(row.query)] as Sums;
        for (const name of TOTALS) sums[name] = Number(row[name]);
        // All pageviews of visits are pageviews.
        sums.views = sums.pageviews;
      }
      await addImported(db, imports, queries, found, requester);
      return found;
    },
    { cache: false },
  );
}

const membersOf = (queries: readonly TotalQuery[]): MemberRow[] =>
  queries.flatMap((ranges, query) =>
    ranges.flatMap(({ from, to, websiteIds }) => websiteIds.map((id): MemberRow => [query, id, from, to])),
  );

/** Adds the totals of imports that have no hits. Sums that they do not state become NaN. */
async function addImported(
  { select, dialect }: Pick<Database, 'select' | 'dialect'>,
  importsOf: DataLoader<number, ContainedImport[]>,
  queries: readonly TotalQuery[],
  found: readonly Sums[],
  requester: Requester | undefined,
): Promise<void> {
  const members = membersOf(queries);
  const asked = [...new Set(members.map(([, id]) => id))];
  const loaded = (await importsOf.loadMany(asked)) as ContainedImport[][];
  const imports = loaded.flat().filter(({ dimensions }) => dimensions !== '');
  if (imports.length === 0) return;
  const websites = [...new Set(imports.map(({ websiteId }) => websiteId))];
  const own = members.filter(([, id]) => websites.includes(id));
  const rows = await select<Record<'query', number | bigint> & Record<TotalName, number | bigint | null>>(
    sql`
      SELECT "member"."query", ${knownSums(TOTALS)}
      FROM ${fromJson(dialect, own, MEMBER)} AS "member" CROSS JOIN "ImportedSum" AS "s"
      WHERE "s"."websiteId" = "member"."websiteId" AND "s"."dimension" = 'total'
        AND "s"."day" BETWEEN "member"."from" AND "member"."to"
        AND "s"."importId" IN (${raw(imports.map(({ id }) => id).join(', '))})
        AND ${dialect.amongWebsites(raw('"s"."websiteId"'), websites)}
      GROUP BY "member"."query"`,
    requester,
  );
  for (const { query, ...more } of rows) {
    const sums = found[Number(query)] as Sums;
    for (const name of TOTALS) sums[name] += more[name] === null ? Number.NaN : Number(more[name]);
    sums.views = sums.pageviews;
  }
}

/** Builds the SELECT. */
function totalsOf(dialect: Dialect, queries: readonly TotalQuery[]): Sql {
  const members = membersOf(queries);
  // The rows of a website are neighbours: its pages are read once, however many queries there are.
  members.sort(([, one], [, other]) => one - other);
  const list = fromJson(dialect, members, MEMBER);
  const websites = [...new Set(members.map(([, id]) => id))];
  return dialect.endsStatements ? joined(list, dialect, websites) : inSubqueries(list, dialect);
}

const sums = (sumOf: (name: TotalName, index: number) => string) =>
  raw(TOTALS.map((name, index) => `CAST(SUM(${sumOf(name, index)}) AS BIGINT) AS "${name}"`).join(', '));

/** On Citus, each machine adds up its own websites. */
const joined = (list: Sql, dialect: Dialect, websites: readonly number[]): Sql => sql`
    WITH "member" AS MATERIALIZED ${list},
    "found" AS MATERIALIZED (
      SELECT "DayTotal"."websiteId", "member"."query", ${sums((name) => `"DayTotal"."${name}"`)}
      FROM "member" CROSS JOIN "DayTotal"
      WHERE "DayTotal"."websiteId" = "member"."websiteId"
        AND "DayTotal"."day" BETWEEN "member"."from" AND "member"."to"
        AND ${dialect.amongWebsites(raw('"DayTotal"."websiteId"'), websites)}
      GROUP BY "DayTotal"."websiteId", "member"."query"
    )
    SELECT "query", ${sums((name) => `"${name}"`)} FROM "found" GROUP BY "query"`;

/**
 * The same for SQLite, which would collect and sort all rows to group them, and could not be ended while it
 * adds them up. A subquery has one column, so its sums are JSON.
 */
const inSubqueries = (list: Sql, dialect: Dialect): Sql => sql`
    WITH "member" AS MATERIALIZED ${list},
    "found" AS MATERIALIZED (
      SELECT "query", CASE WHEN ${dialect.running(raw('"member"."from"'))} THEN (
        SELECT json_array(${raw(TOTALS.map((name) => `SUM("DayTotal"."${name}")`).join(', '))})
        FROM "DayTotal"
        WHERE "DayTotal"."websiteId" = "member"."websiteId"
          AND "DayTotal"."day" BETWEEN "member"."from" AND "member"."to"
      ) END AS "sums"
      FROM "member"
    )
    SELECT "query", ${sums((_name, index) => `"sums" ->> ${index}`)} FROM "found" GROUP BY "query"`;

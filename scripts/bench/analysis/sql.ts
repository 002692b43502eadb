import { idRangeOfDay } from '../../../src/db/sql/idRange.ts';
import { LARGE, SMALL_WEBSITES } from './fill.ts';
import {
  type BenchMetric,
  type BenchPart,
  type BenchQuestion,
  type DateRange,
  DIMENSION_COLUMNS,
  lastDays,
  ROWS,
} from './questions.ts';

const dayNumber = (date: string) => Number(date.replaceAll('-', ''));
const days = (alias: string, { from, to }: DateRange) =>
  `${alias}."day" BETWEEN ${dayNumber(from)} AND ${dayNumber(to)}`;

/** What differs between the tables of SQLite, as Footfall has them, and those of DuckDB (duckdb.ts). */
export interface Tables {
  /** The FROM clause of hits `h` and their visits `v`, and the condition that joins them. */
  joined: readonly [from: string, condition: string];
  /** Conditions on the hits of a range. */
  hits(range: DateRange): string;
  /** The condition that the visit `v` has one of the selected hits `h`. */
  seen(hits: string): string;
}

export const SQLITE_TABLES: Tables = {
  // In the order of the tables, because hits have no index by visit.
  joined: [
    '"Hit" AS h CROSS JOIN "Visit" AS v',
    'v."websiteId" = h."websiteId" AND v."day" = h."day" ' +
      'AND v."visitor" = h."visitor" AND v."number" = h."visit"',
  ],
  hits: (range) => {
    const [first, last] = [range.from, range.to].map((date) => idRangeOfDay(dayNumber(date)));
    return `${days('h', range)} AND h."id" BETWEEN ${first?.[0]} AND ${last?.[1]}`;
  },
  seen: (hits) => `(v."day", v."visitor", v."number") IN (SELECT h."day", h."visitor", h."visit" ${hits})`,
};

export const DUCKDB_TABLES: Tables = {
  joined: ['"Hit" AS h JOIN "Visit" AS v ON v."id" = h."visit"', 'TRUE'],
  hits: (range) => days('h', range),
  seen: (hits) => `v."id" IN (SELECT h."visit" ${hits})`,
};

const BOUNCED = 'CASE WHEN v."pageviews" = 1 AND v."events" = 0 THEN 1 ELSE 0 END';
const OF_VISITS: Record<BenchMetric, string> = {
  visitors: 'COUNT(DISTINCT v."visitor")',
  visits: 'COUNT(*)',
  pageviews: 'COALESCE(SUM(v."pageviews"), 0)',
  events: 'COALESCE(SUM(v."events"), 0)',
  bounces: `COALESCE(SUM(${BOUNCED}), 0)`,
  bounceRate: `AVG(${BOUNCED})`,
  visitDuration: 'AVG(v."lastAt" - v."startedAt") / 1000.0',
  viewsPerVisit: 'AVG(v."pageviews")',
};
const OF_HITS: Partial<Record<BenchMetric, string>> = {
  visitors: 'COUNT(DISTINCT h."visitor")',
  pageviews: 'SUM(CASE WHEN h."event" IS NULL THEN 1 ELSE 0 END)',
};

/** The statements of a question over the last days; their rows are those of `Operation.rowsOf`. */
export function statementsOf(question: BenchQuestion, numberOfDays: number, tables: Tables): string[] {
  return question.parts.map((part) => {
    const range = lastDays(numberOfDays, part.kind === 'totals' && part.previous);
    return question.portfolio
      ? portfolioStatement(question, range)
      : statementOf(part, question, { range, tables });
  });
}

function statementOf(
  part: BenchPart,
  { filter }: BenchQuestion,
  { range, tables }: { range: DateRange; tables: Tables },
): string {
  const ofHits = part.kind === 'breakdown' && part.by.includes('PAGE');
  const hitsOfRange = `h."websiteId" = ${LARGE} AND ${tables.hits(range)}`;
  const conditions = [ofHits ? hitsOfRange : `v."websiteId" = ${LARGE} AND ${days('v', range)}`];
  const [from, join] = ofHits ? (filter ? tables.joined : ['"Hit" AS h', 'TRUE']) : ['"Visit" AS v', 'TRUE'];
  conditions.push(join);
  if (filter?.visit) conditions.push(filter.visit);
  if (filter?.seen)
    conditions.push(tables.seen(`FROM "Hit" AS h WHERE ${hitsOfRange} AND h."path" = '${filter.seen}'`));
  const metrics = part.metrics.map((name) => (ofHits ? OF_HITS[name] : OF_VISITS[name]) as string);
  const table = ofHits ? 'h' : 'v';
  const by =
    part.kind === 'breakdown'
      ? part.by.map((name) => `${table}."${DIMENSION_COLUMNS[name]}"`)
      : part.kind === 'series'
        ? [`${table}."day"`]
        : [];
  if (part.kind === 'breakdown' && part.search) conditions.push(`${by[0]} LIKE '%${part.search}%'`);
  const places = by.map((_, index) => index + 1);
  const order = part.kind === 'breakdown' ? [`${by.length + 1} DESC`, ...places] : places;
  return [
    `SELECT ${[...by, ...metrics].join(', ')} FROM ${from} WHERE ${conditions.join(' AND ')}`,
    by.length === 0 ? '' : `GROUP BY ${places.join(', ')} ORDER BY ${order.join(', ')}`,
    part.kind === 'breakdown' ? `LIMIT ${ROWS}` : '',
  ].join(' ');
}

function portfolioStatement({ filter }: BenchQuestion, range: DateRange): string {
  return `SELECT v."websiteId", ${OF_VISITS.visitors} FROM "Visit" AS v
    WHERE v."websiteId" BETWEEN ${LARGE + 1} AND ${LARGE + SMALL_WEBSITES} AND ${days('v', range)}
      AND ${filter?.visit ?? 'TRUE'}
    GROUP BY 1 ORDER BY 1`;
}

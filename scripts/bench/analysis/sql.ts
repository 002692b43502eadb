import { LARGE, SMALL_WEBSITES } from './fill.ts';
import {
  type BenchMetric,
  type BenchPart,
  type BenchQuestion,
  DIMENSION_COLUMNS,
  ROWS,
} from './questions.ts';
import { type DateRange, days, hitsOfRange, lastDays, type Tables, visitsOfRange } from './tables.ts';

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
  if (part.kind === 'behaviour') return part.inDuckdb(range);
  const ofHits = part.kind === 'breakdown' && part.by.includes('PAGE');
  const selected = hitsOfRange(range, tables);
  const conditions = [ofHits ? selected : visitsOfRange(range)];
  const [from, join] = ofHits ? (filter ? tables.joined : ['"Hit" AS h', 'TRUE']) : ['"Visit" AS v', 'TRUE'];
  conditions.push(join);
  if (filter?.visit) conditions.push(filter.visit);
  if (filter?.seen)
    conditions.push(tables.seen(`FROM "Hit" AS h WHERE ${selected} AND h."path" = '${filter.seen}'`));
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

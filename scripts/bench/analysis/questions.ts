import { KEY } from '../read/fill.ts';
import { LARGE, SMALL_KEY, SMALL_WEBSITES, smallNumber } from './fill.ts';
import { SEEN_PATH, TOPIC } from './population.ts';
import type { DateRange } from './tables.ts';

/** Dimensions by their names in GraphQL, with their columns in the tables. */
export const DIMENSION_COLUMNS = {
  COUNTRY: 'country',
  CITY: 'city',
  BROWSER: 'browser',
  OS: 'os',
  DEVICE: 'device',
  REFERRER: 'referrer',
  SOURCE: 'source',
  CHANNEL: 'channel',
  CAMPAIGN: 'campaign',
  LANDING_PAGE: 'path',
  EXIT_PAGE: 'exitPath',
  PAGE: 'path',
} as const;
export type BenchDimension = keyof typeof DIMENSION_COLUMNS;

/** Metrics by their names in GraphQL. */
export type BenchMetric =
  | ('visitors' | 'visits' | 'pageviews' | 'events')
  | ('bounces' | 'bounceRate' | 'visitDuration' | 'viewsPerVisit');
const ALL_METRICS: BenchMetric[] = [
  ...(['visitors', 'visits', 'pageviews', 'events'] as const),
  ...(['bounces', 'bounceRate', 'visitDuration', 'viewsPerVisit'] as const),
];

/** A filter in GraphQL, and what it means in SQL. */
export interface BenchFilter {
  /** The fields of the input, without braces. */
  graphql: string;
  /** A condition on the visit `v`. */
  visit?: string;
  /** A path that the visit has seen. */
  seen?: string;
}

/** A part of an operation: the rows of a breakdown, the points of a series by day, or the totals. */
export type BenchPart =
  | { kind: 'breakdown'; by: BenchDimension[]; metrics: BenchMetric[]; search?: string }
  | { kind: 'series'; metrics: BenchMetric[] }
  | { kind: 'totals'; metrics: BenchMetric[]; previous?: boolean }
  | BehaviourPart;

/**
 * A field of a period about behaviour, with what it means in DuckDB (behaviour.ts). SQL on the rows would
 * take longer than its limit.
 */
export interface BehaviourPart {
  kind: 'behaviour';
  metrics: readonly BenchMetric[];
  /** The field in GraphQL, without an alias. */
  field: string;
  /** The rows of what the field returned. */
  rows(found: unknown): string[][];
  /** The statement whose rows these are, of all hits of a range. */
  inDuckdb(range: DateRange): string;
}

/** A question of the benchmark: one operation about the large website, or about all small ones. */
export interface BenchQuestion {
  name: string;
  filter: BenchFilter | null;
  parts: BenchPart[];
  /** About each of the small websites. */
  portfolio?: boolean;
  /** The maximum times in ms over 30 and 365 days; undefined for none. */
  bars?: readonly [number, number];
}

const GERMANY: BenchFilter = { graphql: 'country: { in: ["DE"] }', visit: `v.country = 'DE'` };
const MOBILE: BenchFilter = { graphql: 'device: { in: ["mobile"] }', visit: `v.device = 'mobile'` };
const GERMAN_PHONES: BenchFilter = {
  graphql: 'country: { in: ["DE"] }, device: { in: ["mobile"] }',
  visit: `v.country = 'DE' AND v.device = 'mobile'`,
};
const SAW_A_PAGE: BenchFilter = {
  graphql: `visited: { page: { in: ["${SEEN_PATH}"] } }`,
  seen: SEEN_PATH,
};
const FROM_GOOGLE: BenchFilter = {
  graphql: 'referrer: { contains: "google" }',
  visit: `v.referrer LIKE '%google%'`,
};

const breakdown = (by: BenchDimension[], metrics: BenchMetric[], search?: string): BenchPart => ({
  kind: 'breakdown',
  by,
  metrics,
  ...(search !== undefined && { search }),
});
const ONE = [60, 350] as const;
const MANY = [150, 900] as const;

const DASHBOARD: BenchPart[] = [
  breakdown(['PAGE'], ['pageviews', 'visitors']),
  ...(['LANDING_PAGE', 'EXIT_PAGE', 'REFERRER', 'SOURCE', 'CHANNEL', 'CAMPAIGN'] as const).map((by) =>
    breakdown([by], ['visits', 'visitors']),
  ),
  ...(['COUNTRY', 'CITY', 'BROWSER', 'OS', 'DEVICE'] as const).map((by) => breakdown([by], ['visitors'])),
  { kind: 'series', metrics: ['visitors', 'pageviews'] },
  { kind: 'totals', metrics: ALL_METRICS },
  { kind: 'totals', metrics: ALL_METRICS, previous: true },
];

/** A breakdown of hits whose time a funnel over the same days is compared with. */
export const FILTERED_BREAKDOWN: BenchQuestion = {
  name: 'top pages, mobile',
  filter: MOBILE,
  bars: ONE,
  parts: [breakdown(['PAGE'], ['pageviews', 'visitors'])],
};

/** The heaviest question: a dashboard under a filter that half of the visits pass. */
export const HEAVIEST: BenchQuestion = {
  name: 'dashboard, mobile',
  filter: MOBILE,
  parts: DASHBOARD,
  bars: MANY,
};

export const QUESTIONS: readonly BenchQuestion[] = [
  {
    name: 'metrics by day, DE',
    filter: GERMANY,
    bars: ONE,
    parts: [{ kind: 'series', metrics: ['visitors', 'visits', 'pageviews', 'bounceRate'] }],
  },
  {
    name: 'top pages, DE and mobile',
    filter: GERMAN_PHONES,
    bars: ONE,
    parts: [breakdown(['PAGE'], ['pageviews', 'visitors'])],
  },
  FILTERED_BREAKDOWN,
  {
    name: 'referrers and bounces, saw a page',
    filter: SAW_A_PAGE,
    bars: ONE,
    parts: [breakdown(['REFERRER'], ['visits', 'visitors', 'bounceRate'])],
  },
  {
    name: 'country × browser',
    filter: null,
    bars: ONE,
    parts: [breakdown(['COUNTRY', 'BROWSER'], ['visitors', 'visits'])],
  },
  { name: 'dashboard, DE', filter: GERMANY, parts: DASHBOARD, bars: MANY },
  HEAVIEST,
  {
    name: 'landing pages, from google',
    filter: FROM_GOOGLE,
    bars: ONE,
    parts: [breakdown(['LANDING_PAGE'], ['visits', 'visitors', 'bounceRate'])],
  },
  {
    name: `pages with "${TOPIC}"`,
    filter: null,
    bars: ONE,
    parts: [breakdown(['PAGE'], ['pageviews', 'visitors'], TOPIC)],
  },
  {
    name: `${SMALL_WEBSITES} websites, mobile`,
    filter: MOBILE,
    portfolio: true,
    bars: MANY,
    parts: [{ kind: 'totals', metrics: ['visitors'] }],
  },
];

/** An operation with an API key, and the rows of its answer. */
export interface Operation {
  key: string;
  query: string;
  /** The rows of all parts: the values of a row, and then its metrics, as texts. */
  rowsOf(data: unknown): string[][];
}

/** A number as text, so that fractions that were computed in another order are equal. */
export const numberText = (value: unknown) =>
  value === null || value === undefined ? '' : String(Number(Number(value).toPrecision(9)));

export type Fields = Record<string, unknown>;
const metricsOf = (row: Fields, { metrics }: BenchPart) => metrics.map((name) => numberText(row[name]));

/** The field of a part below a period, and how to read its rows. */
function fieldOf(part: BenchPart, alias: string): { field: string; rows(period: Fields): string[][] } {
  if (part.kind === 'behaviour')
    return { field: `${alias}: ${part.field}`, rows: (period) => part.rows(period[alias]) };
  const metrics = part.metrics.join(' ');
  if (part.kind === 'totals') {
    const of = (period: Fields) => (part.previous ? (period.previous as Fields) : period);
    const rows = (period: Fields) => [metricsOf(of(period), part)];
    return { field: part.previous ? `previous { ${metrics} }` : metrics, rows };
  }
  if (part.kind === 'series') {
    const rows = (period: Fields) =>
      (period[alias] as { points: (Fields & { at: string })[] }).points.map((point) => [
        ...[point.at.replaceAll('-', ''), ...metricsOf(point, part)],
      ]);
    return { field: `${alias}: series(by: DAY) { points { at ${metrics} } }`, rows };
  }
  const search = part.search === undefined ? '' : `, search: "${part.search}"`;
  const order = `{ metric: ${part.metrics[0]?.toUpperCase()} }`;
  const args = `by: [${part.by.join(', ')}], first: ${ROWS}, orderBy: ${order}${search}`;
  const rows = (period: Fields) =>
    (period[alias] as { nodes: (Fields & { values: { value: string }[] })[] }).nodes.map((node) => [
      ...node.values.map(({ value }) => value),
      ...metricsOf(node, part),
    ]);
  return { field: `${alias}: breakdown(${args}) { nodes { values { value } ${metrics} } }`, rows };
}

/** The rows of a breakdown's page. */
export const ROWS = 10;

/**
 * The GraphQL operation of a question.
 * @param unseen a number that no operation had before: a condition with it, which all visits meet, makes the
 *   server evaluate the days again. Null asks the question as it is, to which the server keeps its answer.
 *   One about many websites never has the condition, which would cost too much.
 */
export function operationOf(
  { filter, parts, portfolio }: BenchQuestion,
  { from, to }: DateRange,
  unseen: number | null = null,
): Operation {
  const fields = parts.map((part, index) => fieldOf(part, `part${index}`));
  const conditions = filter ? [filter.graphql] : [];
  if (unseen !== null && !portfolio) conditions.push(`continent: { notIn: ["unseen ${unseen}"] }`);
  const filtered = conditions.length > 0 ? `, filter: { ${conditions.join(', ')} }` : '';
  const selected = fields.map(({ field }) => field).join(' ');
  const period = `period(from: "${from}", to: "${to}"${filtered}) { ${selected} }`;
  const rows = (data: Fields) => fields.flatMap((field) => field.rows(data.period as Fields));
  if (!portfolio)
    return {
      key: KEY,
      query: `{ website(id: "${LARGE}") { ${period} } }`,
      rowsOf: (data) => rows((data as { website: Fields }).website),
    };
  return {
    key: SMALL_KEY,
    query: `{ websites(first: ${SMALL_WEBSITES}) { nodes { domain ${period} } } }`,
    rowsOf: (data) =>
      (data as { websites: { nodes: (Fields & { domain: string })[] } }).websites.nodes
        .flatMap((node) => rows(node).map((row) => [String(LARGE + smallNumber(node.domain)), ...row]))
        .toSorted((one, other) => Number(one[0]) - Number(other[0])),
  };
}

import { type BenchProperty, PURCHASE } from './extras.ts';
import { TOPIC } from './population.ts';
import { type BehaviourPart, type BenchQuestion, type Fields, numberText, ROWS } from './questions.ts';
import { type DateRange, DUCKDB_TABLES, hitsOfRange, visitsOfRange } from './tables.ts';

/** A condition on hits: in GraphQL, and on `h` in SQL. */
interface HitCondition {
  graphql: string;
  sql: string;
}

const eventIn = (...names: string[]): HitCondition => ({
  graphql: `{ event: { in: ${JSON.stringify(names)} } }`,
  sql: `h."event" IN (${names.map((name) => `'${name}'`).join(', ')})`,
});
const pageIs = (page: string): HitCondition => ({
  graphql: `{ page: { in: ["${page}"] } }`,
  sql: `h."path" = '${page}'`,
});
const pageLike = (operator: 'startsWith' | 'contains', text: string): HitCondition => ({
  graphql: `{ page: { ${operator}: "${text}" } }`,
  sql: `h."path" LIKE '${operator === 'contains' ? '%' : ''}${text}%'`,
});
const propertyIs = (name: BenchProperty, value: string): HitCondition => ({
  graphql: `{ property: { name: "${name}", in: ["${value}"] } }`,
  sql: `h."${name}" = '${value}'`,
});
const SEATS: HitCondition = {
  graphql: '{ property: { name: "seats", gt: 20 } }',
  sql: 'h."seats" > 20',
};
const both = (one: HitCondition, other: HitCondition): HitCondition => ({
  graphql: `{ and: [${one.graphql}, ${other.graphql}] }`,
  sql: `(${one.sql} AND ${other.sql})`,
});

const hitsOf = (range: DateRange) => hitsOfRange(range, DUCKDB_TABLES);

const part = (own: Omit<BehaviourPart, 'kind' | 'metrics'>): BehaviourPart => ({
  kind: 'behaviour',
  metrics: [],
  ...own,
});

const FUNNEL: readonly HitCondition[] = [
  pageIs('/'),
  pageLike('startsWith', '/products/'),
  eventIn('Event 1', 'Event 2', 'Event 3'),
  eventIn(PURCHASE),
];
const STEPS = `funnel(steps: [${FUNNEL.map(({ graphql }) => `{ filter: ${graphql} }`).join(', ')}])`;

/**
 * The first hit of each visitor that reaches each step: tables `s1` to `s4`. Any sequence counts, so the
 * earliest hit after that of the step before is enough. One scan for all steps, ASOF joins and window
 * functions took two to four times the CPU time, with a million hits.
 */
function reachedTables(range: DateRange): string {
  const tables = FUNNEL.map(({ sql }, step) => {
    const before = `s${step}`;
    const after = `JOIN ${before} ON ${before}."visitor" = h."visitor" AND h."position" > ${before}."first"`;
    return `s${step + 1} AS MATERIALIZED (SELECT h."visitor", MIN(h."position") AS "first"
      FROM "Hit" AS h ${step > 0 ? after : ''} WHERE ${hitsOf(range)} AND ${sql} GROUP BY h."visitor")`;
  });
  return tables.join(', ');
}

const FUNNEL_PART = part({
  field: `${STEPS} { steps { visitors } }`,
  rows: (found) =>
    (found as { steps: Fields[] }).steps.map(({ visitors }, step) => [
      String(step + 1),
      numberText(visitors),
    ]),
  inDuckdb: (range) => {
    const counts = FUNNEL.map((_, step) => `SELECT ${step + 1}, COUNT(*) FROM s${step + 1}`);
    return `WITH ${reachedTables(range)} ${counts.join(' UNION ALL ')} ORDER BY 1`;
  },
});

const GOALS: readonly HitCondition[] = [
  eventIn('Event 1'),
  eventIn('Event 2'),
  eventIn(PURCHASE),
  eventIn('Event 3', 'Event 5'),
  pageIs('/'),
  pageLike('startsWith', '/blog/'),
  pageLike('contains', TOPIC),
  propertyIs('plan', 'pro'),
  SEATS,
  both(propertyIs('variant', 'b'), pageLike('startsWith', '/products/')),
];
const GOAL_FIELDS = GOALS.map(
  ({ graphql }, index) => `goal${index}: goal(filter: ${graphql}) { conversions visitors conversionRate }`,
).join(' ');

interface BreakdownFields {
  nodes: (Fields & { values: { value: string }[] })[];
}

const GOALS_PART = part({
  field: `breakdown(by: [SOURCE], first: ${ROWS}, orderBy: { metric: VISITORS }) {
    nodes { values { value } visitors ${GOAL_FIELDS} } }`,
  rows: (found) =>
    (found as BreakdownFields).nodes.map((row) => [
      row.values[0]?.value ?? '',
      numberText(row.visitors),
      ...GOALS.flatMap((_, index) => {
        const { conversions, visitors, conversionRate } = row[`goal${index}`] as Fields;
        return [conversions, visitors, conversionRate].map(numberText);
      }),
    ]),
  // Adding up visitors or visits first took a third more CPU time.
  inDuckdb: (range) => {
    const all = 'COUNT(DISTINCT h."visitor")';
    const counts = GOALS.map(
      ({ sql }) => `COUNT(*) FILTER (${sql}), ${all} FILTER (${sql}), 1.0 * ${all} FILTER (${sql}) / ${all}`,
    );
    return `SELECT v."source", ${all}, ${counts.join(', ')}
      FROM "Hit" AS h JOIN "Visit" AS v ON v."id" = h."visit"
      WHERE ${hitsOf(range)} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${ROWS}`;
  },
});

/** Decimal text in ten-thousandths: `49.90` is `499000`. */
function tenThousandths(text: string): string {
  const [whole = '', places = ''] = text.split('.');
  return String(BigInt(whole + places.padEnd(4, '0')));
}

const REVENUE_PART = part({
  field: `breakdown(by: [CAMPAIGN], first: ${ROWS}, orderBy: { metric: VISITS }) {
    nodes { values { value } visits revenue { currency amount } } }`,
  rows: (found) =>
    (found as BreakdownFields).nodes.map((row) => [
      row.values[0]?.value ?? '',
      numberText(row.visits),
      (row.revenue as { currency: string; amount: string }[])
        .map(({ currency, amount }) => `${currency} ${tenThousandths(amount)}`)
        .join(),
    ]),
  inDuckdb: (range) => `
    WITH top AS (SELECT v."campaign", COUNT(*) AS "visits" FROM "Visit" AS v
      WHERE ${visitsOfRange(range)} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${ROWS}),
    paid AS (SELECT h."visit", h."currency", h."amount" FROM "Hit" AS h
      WHERE ${hitsOf(range)} AND h."amount" IS NOT NULL),
    money AS (SELECT v."campaign", paid."currency"::VARCHAR AS "currency", SUM("amount") AS "amount"
      FROM paid JOIN "Visit" AS v ON v."id" = paid."visit" GROUP BY v."campaign", paid."currency")
    SELECT top."campaign", top."visits",
      COALESCE(string_agg("currency" || ' ' || "amount", ',' ORDER BY "currency"), '')
    FROM top LEFT JOIN money ON money."campaign" = top."campaign"
    GROUP BY top."campaign", top."visits" ORDER BY 2 DESC, 1`,
});

const LEVELS = [1, 2, 3, 4] as const;
const START = pageIs('/');

interface Node {
  values: { value: string }[];
  visits: unknown;
  children?: Node[];
}

/** The paths of a tree from the first level to the last, each with its visits. */
function leaves(nodes: readonly Node[], before: readonly string[] = []): string[][] {
  return nodes.flatMap(({ values, visits, children = [] }) => {
    const path = [...before, values[0]?.value ?? ''];
    if (children.length > 0) return leaves(children, path);
    return [[...LEVELS.map((_, level) => path[level] ?? ''), numberText(visits)]];
  });
}

const treeOf = (level: number): string =>
  `{ values { value } visits ${level < LEVELS.length ? `children ${treeOf(level + 1)}` : ''} }`;

/**
 * Names the largest steps of a level below each node of the level before, and adds up the others: from the
 * table `t<level - 1>`, whose columns are `n1` to those of the level before and the steps from this one on.
 */
function levelTables(level: number): string {
  const named = LEVELS.slice(0, level - 1).map((one) => `n${one}`);
  const steps = LEVELS.slice(level).map((one) => `s${one}`);
  const table = `t${level - 1}`;
  const own = `s${level}`;
  const partition = named.length > 0 ? `PARTITION BY ${named.join(', ')}` : '';
  // Nothing follows the end. A visit without a step has ended.
  const before = named.at(-1);
  const ended = before ? `WHEN ${before} IN ('', '(end)') THEN ''` : '';
  const join = [...named, own].map((name) => `${table}.${name} IS NOT DISTINCT FROM r${level}.${name}`);
  const kept = [...named.map((name) => `${table}.${name}`), `r${level}.n${level}`, ...steps];
  return `r${level} AS (SELECT ${[...named, own].join(', ')}, CASE ${ended} WHEN ${own} IS NULL THEN '(end)'
      WHEN ROW_NUMBER() OVER (${partition} ORDER BY ${own} IS NULL, SUM("visits") DESC, ${own}) <= ${ROWS}
      THEN ${own}::VARCHAR ELSE '(other)' END AS n${level}
    FROM ${table} GROUP BY ${[...named, own].join(', ')}),
  t${level} AS (SELECT ${kept.join(', ')}, SUM("visits") AS "visits" FROM ${table} JOIN r${level}
    ON ${join.join(' AND ')} GROUP BY ${kept.join(', ')})`;
}

const JOURNEYS_PART = part({
  field: `journeys(start: ${START.graphql}, steps: ${LEVELS.length}, first: ${ROWS}) ${treeOf(1)}`,
  rows: (found) => leaves(found as Node[]).sort((one, other) => (one.join('\t') < other.join('\t') ? -1 : 1)),
  // A window over all hits was faster than one for each visit, lists of steps, and joins of each step.
  inDuckdb: (range) => {
    const steps = LEVELS.map((level) => `s${level}`).join(', ');
    const names = LEVELS.map((level) => `n${level}`).join(', ');
    const taken = LEVELS.map((level) => `MAX(CASE WHEN "level" = ${level} THEN "step" END) AS s${level}`);
    return `
    WITH started AS (SELECT h."visit", MIN(h."position") AS "first" FROM "Hit" AS h
      WHERE ${hitsOf(range)} AND ${START.sql} GROUP BY 1),
    seen AS (SELECT h."visit", h."position", h."step", LAG(h."step") OVER w AS "before",
        LAG(h."visit") OVER w AS "visitBefore"
      FROM "Hit" AS h JOIN started ON started."visit" = h."visit" AND h."position" >= started."first"
      WHERE ${hitsOf(range)} WINDOW w AS (ORDER BY h."position")),
    numbered AS (SELECT "visit", "step",
        ROW_NUMBER() OVER (PARTITION BY "visit" ORDER BY "position") AS "level"
      FROM seen WHERE "visitBefore" IS DISTINCT FROM "visit" OR "before" <> "step"),
    taken AS (SELECT ${taken.join(', ')} FROM numbered WHERE "level" <= ${LEVELS.length} GROUP BY "visit"),
    t0 AS (SELECT ${steps}, COUNT(*) AS "visits" FROM taken GROUP BY ${steps}),
    ${LEVELS.map(levelTables).join(', ')}
    SELECT ${names}, "visits" FROM t${LEVELS.length} ORDER BY ${names}`;
  },
});

/** How many times as fast as DuckDB each of {@link BEHAVIOUR} must be, over 365 days. */
export const TIMES_FASTER = 3;

const ofBehaviour = (name: string, own: BehaviourPart): BenchQuestion => ({
  name,
  filter: null,
  parts: [own],
});

/** A funnel of four steps within the local day of a visitor. */
export const FUNNEL_QUESTION = ofBehaviour('funnel of 4 steps', FUNNEL_PART);
/** How many times as long as `FILTERED_BREAKDOWN` the funnel may take, over the same days. */
export const FUNNEL_BAR = 1.3;

/** The questions about behaviour. */
export const BEHAVIOUR: readonly BenchQuestion[] = [
  FUNNEL_QUESTION,
  ofBehaviour(`${GOALS.length} goals by source`, GOALS_PART),
  ofBehaviour('revenue by campaign', REVENUE_PART),
  ofBehaviour('journeys of 4 steps', JOURNEYS_PART),
];

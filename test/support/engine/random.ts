import fc from 'fast-check';
import { buildDay, type HitRow, type VisitRow } from '../../../src/engine/columns/chunks/build.ts';
import type { DayColumns, DayExtras } from '../../../src/engine/columns/chunks/columns.ts';
import type { Filter, GroupDimension, Question, ValueTest } from '../../../src/engine/question/types.ts';
import {
  ANALYSIS_DIMENSIONS,
  type ColumnDimension,
  DIMENSION_NAMES,
  FILTER_DIMENSIONS,
  type HitDimension,
  isProperty,
  type PropertyDimension,
  propertyName,
  VISIT_DIMENSIONS,
  type VisitDimension,
} from '../../../src/engine/registry/dimensions.ts';
import { METRIC_NAMES, NO_SUMS, type Sums } from '../../../src/engine/registry/metrics.ts';
import { runs } from '../properties.ts';

/** A hit of a random day. */
export interface RandomHit {
  at: number;
  hour: number;
  path: string;
  event: string | null;
  host: string;
  properties: Record<string, string>;
  /** As `499000 EUR`; null for none. */
  revenue: string | null;
}

/** A visit of a random day with its hits in the order of time. */
export interface RandomVisit {
  visitor: bigint;
  number: number;
  hour: number;
  duration: number;
  dimensions: Record<VisitDimension, string>;
  hits: RandomHit[];
}

export interface RandomDay {
  day: number;
  visits: RandomVisit[];
}

/** The number of runs of the properties of days. */
export const RUNS = runs(100);

/** Some texts differ in case only, also outside of ASCII, or are sorted differently by UTF-16 units. */
const TEXTS = [
  '',
  'Google',
  'google',
  'GOOGLE.de',
  'K',
  '\u212a',
  'straße',
  'STRASSE',
  'Σς',
  'σΣ',
  '😀',
  '～',
  '(few)',
];
const PATHS = ['/', '/a', '/A', '/a/b', '/blog/😀', '/blog/～', '/pricing'];
const HOSTS = ['', 'small.test', 'blog.small.test', 'xn--bcher-kva.test', '(other)', '(few)'];
const EVENTS = ['Buy', 'buy', 'Sign up', '～', '(few)'];
/** Days around the end of a month, of a year and of an ISO year. */
const DAYS = [20260101, 20251231, 20251228, 20251229, 20260104, 20260105, 20270103, 20240229, 20240301];
const ONE_DAY_MS = 86_400_000;
/** The properties of hits, and their values. */
const PROPERTIES = { plan: ['pro', 'Pro', '5', '10', 'true'], n: ['1', '2.5', '-3', '1e3', '(few)', '😀'] };
const AMOUNTS = [
  '1000',
  '2000',
  '-500',
  '9999999999999999',
  '-9999999999999999',
  '100000000',
  '-100000001',
  '0',
];

const text = fc.constantFrom(...TEXTS);
const path = fc.constantFrom(...PATHS);
const host = fc.constantFrom(...HOSTS);
const textOf = (name: string) => {
  if (name === 'page' || name.endsWith('_page')) return path;
  if (isProperty(name)) return fc.constantFrom(...PROPERTIES[propertyName(name) as keyof typeof PROPERTIES]);
  return name === 'event' ? fc.constantFrom(...EVENTS) : name === 'host' ? host : text;
};

const namesOfLevel = (level: string) =>
  VISIT_DIMENSIONS.filter((name) => ANALYSIS_DIMENSIONS[name].level === level);
const texts = (names: readonly VisitDimension[]) =>
  fc.record(Object.fromEntries(names.map((name) => [name, textOf(name)])));

const hit = fc.record({
  at: fc.integer({ min: 0, max: ONE_DAY_MS - 1 }),
  hour: fc.integer({ min: 0, max: 23 }),
  path,
  event: fc.option(fc.constantFrom(...EVENTS), { freq: 3 }),
  host,
  properties: fc.record(
    { plan: fc.constantFrom(...PROPERTIES.plan), n: fc.constantFrom(...PROPERTIES.n) },
    { requiredKeys: [] },
  ),
  revenue: fc.option(
    fc
      .tuple(fc.constantFrom(...AMOUNTS), fc.constantFrom('EUR', 'USD'))
      .map(([amount, currency]) => `${amount} ${currency}`),
    { freq: 2 },
  ),
});

const visit = fc.record({
  gap: fc.integer({ min: 1, max: 3 }),
  hour: fc.integer({ min: 0, max: 23 }),
  dimensions: texts(namesOfLevel('visit')),
  hits: fc.array(hit, { minLength: 1, maxLength: 5 }),
});

const visitor = fc.record({
  dimensions: texts(namesOfLevel('visitor')),
  visits: fc.array(visit, { minLength: 1, maxLength: 4 }),
});

const day = fc
  .record({ day: fc.constantFrom(...DAYS), visitors: fc.array(visitor, { maxLength: 8 }) })
  .map(({ day, visitors }): RandomDay => {
    const visits = visitors.flatMap(({ dimensions, visits: itsVisits }, index) => {
      let number = 0;
      return itsVisits.map(({ gap, hour, dimensions: others, hits }): RandomVisit => {
        number += gap;
        const sorted = hits.toSorted((a, b) => a.at - b.at);
        const duration = (sorted.at(-1)?.at ?? 0) - (sorted[0]?.at ?? 0);
        return {
          visitor: BigInt(index) * 12_345_678_901_234_567n - 5n,
          number,
          hour,
          duration,
          hits: sorted,
          dimensions: { ...dimensions, ...others } as Record<VisitDimension, string>,
        };
      });
    });
    return { day, visits };
  });

/** Random days of one website, each at most once. */
export const randomDays = fc.uniqueArray(day, { maxLength: 4, selector: ({ day: date }) => date });

/** Builds the columns from rows in another order than that of the columns. */
export function columnsOf({ day: date, visits }: RandomDay): DayColumns & { extras: DayExtras } {
  const hits = visits.flatMap(({ visitor: who, number, hits: its }) =>
    its.map(
      ({ at, hour, path: where, event, host, properties, revenue }): HitRow => [
        ...([who, number, timeOn(date, at), hour, where, event, host] as const),
        propertiesText(properties),
        revenue,
      ],
    ),
  );
  return buildDay(
    date,
    visits
      .map(
        ({ visitor: who, number, hour, duration, dimensions, hits: its }): VisitRow => [
          ...([who, number, hour, duration, timeOn(date, its[0]?.at ?? 0)] as const),
          ...VISIT_DIMENSIONS.map((name) => dimensions[name]),
        ],
      )
      .toReversed(),
    hits.toSorted((a, b) => a[2] - b[2]),
  );
}

/** A moment of a day in Unix milliseconds. */
export const timeOn = (date: number, at: number): number =>
  Date.UTC(Math.floor(date / 10_000), (Math.floor(date / 100) % 100) - 1, date % 100) + at;

/** Properties as they are stored. */
export const propertiesText = (properties: Record<string, string>): string | null =>
  Object.keys(properties).length === 0 ? null : JSON.stringify(properties);

const part = fc.oneof(text, path, fc.constantFrom('oo', 'k', 'ς', '/b', 'G', '😀'));

const OPERATORS = ['in', 'notIn', 'contains', 'notContains', 'startsWith', 'endsWith'] as const;

/** A test with one or two operators. */
const valueTest = (value: fc.Arbitrary<string>): fc.Arbitrary<ValueTest> => {
  const list = fc.array(value, { minLength: 1, maxLength: 4 });
  return fc.subarray([...OPERATORS], { minLength: 1, maxLength: 2 }).chain((names) => {
    const operands = names.map((name) => [name, name === 'in' || name === 'notIn' ? list : part] as const);
    return fc.record(
      Object.fromEntries<fc.Arbitrary<string | string[]>>(operands),
    ) as fc.Arbitrary<unknown> as fc.Arbitrary<ValueTest>;
  });
};

/** A test of a property, which may also be of numbers, or of its existence. */
const propertyTest = (value: fc.Arbitrary<string>): fc.Arbitrary<ValueTest> =>
  fc.oneof(
    valueTest(value),
    fc
      .record(
        { gt: number, gte: number, lt: number, lte: number, exists: fc.boolean() },
        { requiredKeys: [] },
      )
      // Without an operator, its key would be that of a filter that selects everything; no input has one.
      .filter((operators) => Object.keys(operators).length > 0),
  );

const number = fc.constantFrom(-3, 1, 2.5, 5, 10, 1_000);

/** A random condition on one of some dimensions. */
export const randomCondition = (names: readonly ColumnDimension[]): fc.Arbitrary<Filter> =>
  fc
    .constantFrom(...names)
    .chain((dimension) =>
      (isProperty(dimension) ? propertyTest(textOf(dimension)) : valueTest(textOf(dimension))).map(
        (test): Filter => ({ kind: 'value', dimension, test }),
      ),
    );

function randomTree(leaf: fc.Arbitrary<Filter>): fc.Arbitrary<Filter> {
  return fc.letrec<{ filter: Filter; parts: Filter[] }>((tie) => ({
    filter: fc.oneof(
      { depthSize: 'small', maxDepth: 3 },
      leaf,
      tie('parts').map((parts): Filter => ({ kind: 'all', parts })),
      tie('parts').map((parts): Filter => ({ kind: 'any', parts })),
      tie('filter').map((inner): Filter => ({ kind: 'not', part: inner })),
    ),
    parts: fc.array(tie('filter'), { maxLength: 3 }),
  })).filter;
}

/** The dimensions of hits, the properties included. */
export const OF_HITS: readonly (HitDimension | PropertyDimension)[] = [
  'page',
  'event',
  'host',
  'property:plan',
  'property:n',
];

/** A random filter with conditions on hits. */
export const randomHitFilter = randomTree(randomCondition(OF_HITS));

const visited = randomHitFilter.map((inner): Filter => ({ kind: 'visited', part: inner }));

/** A random filter that selects whole visits. */
export const randomVisitFilter = randomTree(fc.oneof(randomCondition(VISIT_DIMENSIONS), visited));
/** A random filter of any kind. */
export const randomFilter = randomTree(
  fc.oneof(randomCondition([...FILTER_DIMENSIONS, 'property:plan', 'property:n']), visited),
);

/** Random filters, each within the random segment to which a viewer is limited. */
const limitedFilter = fc
  .record({ scope: randomFilter, part: fc.option(randomFilter) })
  .map(({ scope, part: inner }): Filter => ({ kind: 'within', scope, part: inner }));

const GROUP_DIMENSIONS: readonly GroupDimension[] = [
  ...DIMENSION_NAMES.filter((name) => name !== 'property'),
  'property:plan',
  'property:n',
  'hour_of_day',
];

/** A random question about {@link randomDays}. */
export const randomQuestion: fc.Arbitrary<Question> = fc
  .record({
    from: fc.constantFrom(10000101, 20251229),
    to: fc.constantFrom(99991231, 20260104, 20260105, 20260101),
    filter: fc.option(fc.oneof({ weight: 3, arbitrary: randomFilter }, limitedFilter)),
    by: fc.uniqueArray(fc.constantFrom(...GROUP_DIMENSIONS), { maxLength: 3 }),
    texts: fc.tuple(part, part, part),
    order: fc.option(
      fc.record({
        metric: fc.constantFrom(...METRIC_NAMES),
        direction: fc.constantFrom('asc' as const, 'desc' as const),
      }),
    ),
    isSearched: fc.boolean(),
    positive: fc.option(fc.constantFrom(...(Object.keys(NO_SUMS) as (keyof Sums)[])), { freq: 2 }),
    nonEmpty: fc.constantFrom(false, false, true),
    untilHour: fc.constantFrom(null, null, 1, 9, 14, 23),
    hideBelow: fc.constantFrom(0, 0, 2, 3),
    offset: fc.constantFrom(0, 0, 3),
    limit: fc.constantFrom(5, 1_000),
  })
  .map(({ texts, isSearched, ...rest }) => ({
    ...rest,
    search: isSearched ? rest.by.map((_, index) => texts[index] as string) : null,
  }));

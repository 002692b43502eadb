import fc from 'fast-check';
import {
  ANALYSIS_DIMENSIONS,
  FILTER_DIMENSIONS,
  type FilterDimension,
} from '../../../src/engine/registry/dimensions.ts';
import { METRIC_NAMES } from '../../../src/engine/registry/metrics.ts';
import { PLAIN_DIMENSIONS } from '../dimensions.ts';
import { runs } from '../properties.ts';
import type { AskedPage } from './asking.ts';
import { countConditions, type FilterInput, MAX_CONDITIONS } from './filterInputs.ts';
import type { AskedQuestion } from './recount.ts';
import { PROPERTIES, VALUES } from './traffic.ts';

/** The number of random questions. */
export const QUESTIONS = runs(40);

const CHANNELS = ['Direct', 'Organic Search', 'Paid Search', 'Email', 'Referral', 'AI Assistants'];
const SOURCES = ['', 'Google', 'newsletter', 'ChatGPT', 'blog.test', '😀'];

const knownValues = (name: FilterDimension): readonly string[] => {
  if (ANALYSIS_DIMENSIONS[name].path) return [...(VALUES.page ?? []), '/blog/é', ''];
  return name === 'channel' ? CHANNELS : name === 'source' ? SOURCES : (VALUES[name] ?? []);
};

/** Parts of values in other cases, and some that nothing contains. */
const partOf = (values: readonly string[]) =>
  fc.tuple(fc.constantFrom(...values, 'nowhere'), fc.nat(4), fc.nat(6), fc.nat(2)).map(([value, ...rest]) => {
    const [start, length, form] = rest;
    // A part of an escape has no meaning.
    const part = value.includes('%') ? value : [...value].slice(start, start + length + 1).join('');
    return form === 0 ? part : form === 1 ? lower(part) : upper(part);
  });

const isEscaped = (text: string) => text.includes('%');
const lower = (text: string) => (isEscaped(text) ? text : text.toLowerCase());
// 'ß' would become two letters.
const upper = (text: string) => (isEscaped(text) || text.includes('ß') ? text : text.toUpperCase());

function testOf(name: FilterDimension): fc.Arbitrary<FilterInput> {
  const values = knownValues(name);
  const list = fc.array(fc.constantFrom(...values, 'nowhere'), { minLength: 1, maxLength: 3 });
  const text = partOf(values);
  return fc
    .record(
      { in: list, not_in: list, contains: text, not_contains: text, starts_with: text, ends_with: text },
      { requiredKeys: [] },
    )
    .map((test) => Object.fromEntries(Object.entries(test).slice(0, 2)))
    .map((test) => (Object.keys(test).length === 0 ? { in: values.slice(0, 1) } : test));
}

const conditionOn = (names: readonly FilterDimension[], max: number): fc.Arbitrary<FilterInput> =>
  fc
    .uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: max })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((name) => [name, testOf(name)]))));

const ON_HITS = FILTER_DIMENSIONS.filter((name) => ANALYSIS_DIMENSIONS[name].level === 'hit');
const ON_VISITS = FILTER_DIMENSIONS.filter((name) => ANALYSIS_DIMENSIONS[name].level !== 'hit');

/** Combines filters in at most `levels` levels. */
function combined(leaf: fc.Arbitrary<FilterInput>, levels: number): fc.Arbitrary<FilterInput> {
  if (levels === 1) return leaf;
  const inner = combined(leaf, levels - 1);
  const list = fc.array(inner, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    { weight: 1, arbitrary: list.map((and) => ({ and })) },
    { weight: 1, arbitrary: list.map((or) => ({ or })) },
    { weight: 1, arbitrary: inner.map((not) => ({ not })) },
    { weight: 1, arbitrary: fc.tuple(leaf, list).map(([own, or]) => ({ ...own, or })) },
  );
}

/** Conditions on a property, also those that only properties have. */
const conditionOnProperty: fc.Arbitrary<FilterInput> = fc
  .constantFrom(...(Object.keys(PROPERTIES) as (keyof typeof PROPERTIES)[]))
  .chain((name) => {
    const values = PROPERTIES[name];
    const list = fc.array(fc.constantFrom(...values, 'nowhere'), { minLength: 1, maxLength: 3 });
    const number = fc.constantFrom(-3, 1, 2.5, 5, 7);
    const tests: fc.Arbitrary<FilterInput>[] = [
      list.map((texts) => ({ in: texts })),
      list.map((texts) => ({ not_in: texts })),
      partOf(values).map((contains) => ({ contains })),
      number.map((gt) => ({ gt })),
      fc.tuple(number, number).map(([gte, lte]) => ({ gte, lte })),
      number.map((lt) => ({ lt })),
      fc.boolean().map((exists) => ({ exists })),
    ];
    return fc.oneof(...tests).map((test) => ({ property: { name, ...test } }));
  });

const onHits = fc.oneof(
  { weight: 2, arbitrary: conditionOn(ON_HITS, 2) },
  { weight: 1, arbitrary: conditionOnProperty },
);

const visited = combined(onHits, 2).map((filter) => ({ visited: filter }));

/** A random filter that selects whole visits, of at most three levels. */
export const visitFilter = combined(
  fc.oneof(
    conditionOn(ON_VISITS, 2),
    onHits.map((filter) => ({ visited: filter })),
  ),
  2,
);
/** A random filter of any kind, of at most four levels. Two of them together are a valid filter. */
export const anyFilter = combined(
  fc.oneof(
    { weight: 3, arbitrary: conditionOn(FILTER_DIMENSIONS, 2) },
    { weight: 1, arbitrary: conditionOnProperty },
    { weight: 1, arbitrary: visited },
  ),
  2,
).filter((filter) => countConditions(filter) <= MAX_CONDITIONS / 2);

/** The websites and days that questions are about. */
export interface AskedWebsite {
  websiteId: number;
  /** Days that periods begin and end with, in order. */
  days: readonly string[];
}

/** A random question and a page of its rows. */
export const randomQuestion = (
  websites: readonly AskedWebsite[],
): fc.Arbitrary<[question: AskedQuestion, page: AskedPage]> =>
  fc.constantFrom(...websites).chain(({ websiteId, days }) =>
    fc
      .tuple(
        fc.record({
          websiteId: fc.constant(websiteId),
          period: fc.tuple(fc.nat(days.length - 1), fc.nat(days.length - 1)),
          filter: fc.option(anyFilter, { freq: 4 }),
          by: fc.uniqueArray(fc.constantFrom(...PLAIN_DIMENSIONS), { minLength: 1, maxLength: 3 }),
          order: fc.option(
            fc.record({
              metric: fc.constantFrom(...METRIC_NAMES),
              direction: fc.constantFrom('asc' as const, 'desc' as const),
            }),
          ),
          search: fc.option(fc.constantFrom('o', 'DE', '2026-1', 'sign', 'Å', '😀', '%', 'BLOG', 'google'), {
            freq: 3,
          }),
        }),
        fc.constantFrom({ offset: 0, limit: 100 }, { offset: 0, limit: 10 }, { offset: 10, limit: 10 }),
      )
      .map(([{ period, ...question }, page]): [AskedQuestion, AskedPage] => {
        const [from, to] = period.sort((one, other) => one - other) as [number, number];
        return [{ ...question, from: days[from] as string, to: days[to] as string }, page];
      }),
  );

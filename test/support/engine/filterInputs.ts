import fc from 'fast-check';
import type { Filter } from '../../../src/engine/question/types.ts';
import { compileTest } from '../../../src/engine/question/valueTest.ts';
import { FILTER_DIMENSIONS, type FilterDimension } from '../../../src/engine/registry/dimensions.ts';

/** A filter as REST and GraphQL send it, before validation. */
export interface FilterInput {
  [field: string]: unknown;
}

const LISTS = ['in', 'not_in'];
const TEXTS = ['contains', 'not_contains', 'starts_with', 'ends_with'];
const OPERATOR_NAMES = [...LISTS, ...TEXTS];
/** Those of properties only. */
const OF_PROPERTIES = ['gt', 'gte', 'lt', 'lte', 'exists'];

/** Few different values, so that conditions meet the values they test. */
const value = fc.constantFrom('', 'DE', 'de', 'Ä', 'ä', '/a', '/A/b', 'Straße');

const test = fc.constantFrom(...OPERATOR_NAMES).chain((operator) =>
  (LISTS.includes(operator) ? fc.array(value, { minLength: 1, maxLength: 3 }) : value).map((tested) => ({
    [operator]: tested,
  })),
);

const conditions = (dimensions: readonly string[]) =>
  fc.dictionary(fc.constantFrom(...dimensions), test, { maxKeys: 2 });

const LEVELS = 5;
/** The conditions that a filter may have. */
export const MAX_CONDITIONS = 50;

function filterAt(level: number, hitsOnly: boolean): fc.Arbitrary<FilterInput> {
  const own = conditions(hitsOnly ? ['page', 'event'] : FILTER_DIMENSIONS) as fc.Arbitrary<FilterInput>;
  if (level === LEVELS) return own;
  const inner = filterAt(level + 1, hitsOnly);
  const list = fc.array(inner, { minLength: 1, maxLength: 2 });
  const nested: fc.Arbitrary<FilterInput>[] = [
    list.map((and) => ({ and })),
    list.map((or) => ({ or })),
    inner.map((not) => ({ not })),
    ...(hitsOnly ? [] : [filterAt(level + 1, true).map((visited) => ({ visited }))]),
  ];
  return fc
    .tuple(own, fc.oneof(fc.constant<FilterInput>({}), ...nested))
    .map(([given, others]) => ({ ...given, ...others }));
}

/** Counts the operators of a filter in snake_case. */
export function countConditions(input: unknown): number {
  if (typeof input !== 'object' || input === null) return 0;
  return Object.entries(input)
    .map(([name, part]) => ([...OPERATOR_NAMES, ...OF_PROPERTIES].includes(name) ? 1 : countConditions(part)))
    .reduce((sum, count) => sum + count, 0);
}

/** Random valid filters, in snake_case. */
export const filterInput = filterAt(1, false).filter((input) => countConditions(input) <= MAX_CONDITIONS);

/** Converts the names in a filter, and no values. */
export function renamed(input: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(input)) return input.map((part) => renamed(part, rename));
  if (typeof input !== 'object' || input === null) return input;
  return Object.fromEntries(
    Object.entries(input).map(([name, part]) => [rename(name), renamed(part, rename)]),
  );
}

/** The values of the only hit of a visit. */
export type FilterRow = Record<FilterDimension, string>;

export const filterRow = fc.record(
  Object.fromEntries(
    FILTER_DIMENSIONS.map((name) => [name, fc.constantFrom('', 'DE', 'de', '/a', '/A/B', 'x')]),
  ),
) as fc.Arbitrary<FilterRow>;

/** Whether a filter selects the only hit of a visit. An empty event is treated as an event. */
export function holds(filter: Filter, row: FilterRow): boolean {
  switch (filter.kind) {
    case 'all':
      return filter.parts.every((part) => holds(part, row));
    case 'any':
      return filter.parts.some((part) => holds(part, row));
    case 'not':
      return !holds(filter.part, row);
    case 'visited':
      return holds(filter.part, row);
    case 'within':
      return holds(filter.scope, row) && (filter.part === null || holds(filter.part, row));
    case 'goal':
      throw new Error('The filters of this test have no goals.');
    default:
      return compileTest(filter.test)(row[filter.dimension as FilterDimension]);
  }
}

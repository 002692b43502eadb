import { camelCase, nameHelp } from '../../validation/names.ts';
import { shownText } from '../../validation/shown.ts';
import {
  ANALYSIS_DIMENSIONS,
  DIMENSION_NAMES,
  FILTER_DIMENSIONS,
  type FilterDimension,
  type Level,
} from '../registry/dimensions.ts';
import type { ValueTest } from './types.ts';

/** The spelling of names: snake_case in `rest`, camelCase in `graphql`. */
export type Naming = 'rest' | 'graphql';

type Names<T> = Readonly<Record<Naming, ReadonlyMap<string, T>>>;

export type Field = FilterDimension | 'visited' | 'and' | 'or' | 'not';
/** Whether the operator has a list of values. */
export type Operator = { name: keyof ValueTest; isList: boolean };

function namesOf<T>(entries: readonly (readonly [snakeCase: string, T])[]): Names<T> {
  return {
    rest: new Map(entries),
    graphql: new Map(entries.map(([name, entry]) => [camelCase(name), entry])),
  };
}

const same = <T extends string>(names: readonly T[]) => namesOf(names.map((name) => [name, name]));
const isOf = (level: Level) => (name: keyof typeof ANALYSIS_DIMENSIONS) =>
  ANALYSIS_DIMENSIONS[name].level === level;

/** The fields of a filter, and those of a filter inside `visited`. */
const FIELDS = same<Field>([...FILTER_DIMENSIONS, 'visited', 'and', 'or', 'not']);
const HIT_FIELDS = same<Field>([...FILTER_DIMENSIONS.filter(isOf('hit')), 'and', 'or', 'not']);
const TIME_FIELDS = same(DIMENSION_NAMES.filter(isOf('time')));

/** The operators of a condition. */
export const OPERATORS = namesOf<Operator>([
  ['in', { name: 'in', isList: true }],
  ['not_in', { name: 'notIn', isList: true }],
  ['contains', { name: 'contains', isList: false }],
  ['not_contains', { name: 'notContains', isList: false }],
  ['starts_with', { name: 'startsWith', isList: false }],
  ['ends_with', { name: 'endsWith', isList: false }],
]);

/**
 * Finds a field of a filter.
 * @param hitsOnly whether the filter is inside `visited`.
 * @returns the field, or an error message.
 */
export function findField(
  name: string,
  naming: Naming,
  hitsOnly: boolean,
): { field: Field; error: null } | { field: null; error: string } {
  const known = (hitsOnly ? HIT_FIELDS : FIELDS)[naming];
  const field = known.get(name);
  return field ? { field, error: null } : { field: null, error: unknownField(name, naming, known) };
}

function unknownField(name: string, naming: Naming, known: ReadonlyMap<string, Field>): string {
  const names = [...known.keys()];
  if (FIELDS[naming].has(name))
    return `Must not be inside "visited", which has conditions on hits only: ${names.join(', ')}.`;
  if (TIME_FIELDS[naming].has(name)) return 'Must not be a dimension of time; use "from" and "to".';
  return `"${shownText(name)}" is not a field of a filter. ${nameHelp(name, names)}`;
}

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

export type Field = FilterDimension | 'property' | 'goal' | 'visited' | 'and' | 'or' | 'not';

/** What has conditions on hits only: `visited`, a goal, the step of a funnel, or an end of journeys. */
export type HitsOnly = 'visited' | 'goal' | 'step' | 'journey';
/** An operator, and its values: a text, a list of texts, a number or a boolean. */
export type Operator = { name: keyof ValueTest; takes: 'text' | 'list' | 'number' | 'boolean' };

function namesOf<T>(entries: readonly (readonly [snakeCase: string, T])[]): Names<T> {
  return {
    rest: new Map(entries),
    graphql: new Map(entries.map(([name, entry]) => [camelCase(name), entry])),
  };
}

const same = <T extends string>(names: readonly T[]) => namesOf(names.map((name) => [name, name]));
const isOf = (level: Level) => (name: keyof typeof ANALYSIS_DIMENSIONS) =>
  ANALYSIS_DIMENSIONS[name].level === level;

/** The fields of a filter, of one with conditions on hits only, and of that of a goal. */
const FIELDS = same<Field>([...FILTER_DIMENSIONS, 'property', 'goal', 'visited', 'and', 'or', 'not']);
const OF_HITS = [...FILTER_DIMENSIONS.filter(isOf('hit')), 'property'] as const;
const HIT_FIELDS = same<Field>([...OF_HITS, 'goal', 'and', 'or', 'not']);
const GOAL_FIELDS = same<Field>([...OF_HITS, 'and', 'or', 'not']);
const TIME_FIELDS = same(DIMENSION_NAMES.filter(isOf('time')));

const TEXT_OPERATORS: readonly [string, Operator][] = [
  ['in', { name: 'in', takes: 'list' }],
  ['not_in', { name: 'notIn', takes: 'list' }],
  ['contains', { name: 'contains', takes: 'text' }],
  ['not_contains', { name: 'notContains', takes: 'text' }],
  ['starts_with', { name: 'startsWith', takes: 'text' }],
  ['ends_with', { name: 'endsWith', takes: 'text' }],
];

/** The operators of a condition on a dimension, and those of a condition on a property. */
export const OPERATORS = namesOf(TEXT_OPERATORS);
export const PROPERTY_OPERATORS = namesOf<Operator>([
  ...TEXT_OPERATORS,
  ...(['gt', 'gte', 'lt', 'lte'] as const).map((name): [string, Operator] => [
    name,
    { name, takes: 'number' },
  ]),
  ['exists', { name: 'exists', takes: 'boolean' }],
]);

/**
 * Finds a field of a filter.
 * @param inside what the filter belongs to, if that has conditions on hits only; otherwise null.
 * @returns the field, or an error message.
 */
export function findField(
  name: string,
  naming: Naming,
  inside: HitsOnly | null,
): { field: Field; error: null } | { field: null; error: string } {
  const known = (inside === null ? FIELDS : inside === 'goal' ? GOAL_FIELDS : HIT_FIELDS)[naming];
  const field = known.get(name);
  return field ? { field, error: null } : { field: null, error: unknownField(name, naming, known, inside) };
}

const OUTER: Readonly<Record<HitsOnly, string>> = {
  visited: 'inside "visited"',
  goal: 'in a goal',
  step: 'in a step',
  journey: 'at an end of a journey',
};

function unknownField(
  name: string,
  naming: Naming,
  known: ReadonlyMap<string, Field>,
  inside: HitsOnly | null,
): string {
  const names = [...known.keys()];
  if (inside !== null && FIELDS[naming].has(name))
    return `Must not be ${OUTER[inside]}, which has conditions on hits only: ${names.join(', ')}.`;
  if (TIME_FIELDS[naming].has(name)) return 'Must not be a dimension of time; use "from" and "to".';
  return `"${shownText(name)}" is not a field of a filter. ${nameHelp(name, names)}`;
}

import { FILTER_DIMENSIONS, type FilterDimension } from '../../../engine/registry/dimensions.ts';
import { camelCase } from '../../../validation/names.ts';
import type { FilterInput, PropertyFilter, ValueFilter } from '../../gql/graphql.ts';
import {
  type Condition,
  type FilterPart,
  type Group,
  isGroup,
  isList,
  isNumeric,
  isOfAll,
  isWithoutValue,
  OF_HITS,
  OPERATORS,
  type Operator,
  readFilters,
  takesSeveral,
  writeFilters,
} from './conditions.ts';
import { fitsLevels } from './filterText.ts';

/**
 * The filter of the API in which all parts hold; null for none. Groups keep their level, so that a filter is
 * never deeper than the segment that it was chosen from.
 */
export function filterOf(parts: readonly FilterPart[]): FilterInput | null {
  if (parts.length === 0) return null;
  const whole: FilterInput = {};
  const and: FilterInput[] = [];
  for (const part of parts) {
    const filter = isGroup(part) ? part.filter : filterOfCondition(part);
    const fields = Object.keys(filter);
    if (isGroup(part) && !fields.some((field) => field === 'and' || field in whole))
      Object.assign(whole, filter);
    else and.push(filter);
  }
  return and.length > 0 ? { ...whole, and } : whole;
}

/** The filter in which a filter and a further condition hold. */
export const bothOf = (given: FilterInput | null, condition: FilterInput): FilterInput => ({
  ...given,
  and: [...(given?.and ?? []), condition],
});

/** The filter of the API for a condition. */
export function filterOfCondition(condition: Condition): FilterInput {
  const { dimension, values, visited, property } = condition;
  const test = testOf(condition);
  const filter =
    dimension === 'goal'
      ? { goal: values[0] }
      : { [camelCase(dimension)]: dimension === 'property' ? { name: property, ...test } : test };
  return visited ? { visited: filter } : filter;
}

function testOf({ operator, values }: Pick<Condition, 'operator' | 'values'>): object {
  if (isWithoutValue(operator)) return { exists: operator === 'exists' };
  if (isNumeric(operator)) return { [operator]: Number(values[0]) };
  return isOfAll(operator) ? { [OPERATORS[operator]]: takesSeveral(operator) ? values : values[0] } : {};
}

const DIMENSION_OF: ReadonlyMap<string, FilterDimension> = new Map(
  FILTER_DIMENSIONS.map((name) => [camelCase(name), name]),
);
const OPERATOR_OF: ReadonlyMap<string, Operator> = new Map(
  Object.entries(OPERATORS).map(([name, field]) => [field, name as Operator]),
);

/** The conditions of a filter with one field that an address can have; null if it is something else. */
function writableConditionsOf(filter: FilterInput): Condition[] | null {
  const conditions = conditionsOf(filter);
  return conditions?.every(({ dimension }) => dimension !== 'property') ? conditions : null;
}

/**
 * Returns the parts of a filter of the API. Everything that is not a condition on one dimension becomes a
 * group.
 * @returns null if an address cannot hold them, because the filter is too large.
 */
export function partsOf(filter: FilterInput): FilterPart[] | null {
  const { and, ...fields } = filter;
  const nested = (and ?? []).map((one) => writableConditionsOf(one) ?? [{ filter: one }]);
  // The fields of the filter itself come first: filterOf puts them back at their level.
  const conditions: Condition[] = [];
  const groups: Group[] = [];
  for (const [field, value] of Object.entries(fields)) {
    const filter: FilterInput = { [field]: value };
    const own = writableConditionsOf(filter);
    if (own) conditions.push(...own);
    else groups.push({ filter });
  }
  const parts = keptApart([...groups, ...conditions, ...nested.flat()]);
  return fitsAddress(parts) ? parts : null;
}

/** Whether an address can hold the parts of a filter, and the server allows as many levels. */
export function fitsAddress(parts: readonly FilterPart[]): boolean {
  const filter = filterOf(parts);
  if (filter && !fitsLevels(filter)) return false;
  const written = inAddress(parts);
  const read = readFilters(written);
  return read?.length === parts.length && String(inAddress(read)) === String(written);
}

function inAddress(parts: readonly FilterPart[]): URLSearchParams {
  const search = new URLSearchParams();
  writeFilters(search, parts);
  return search;
}

/**
 * Returns parts that all hold also when they were in an address. Lists for the same dimension would become
 * one list there, so all but the first become groups.
 */
export function keptApart(parts: readonly FilterPart[]): FilterPart[] {
  const lists = new Set<string>();
  return parts.map((part) => {
    if (isGroup(part) || !isList(part)) return part;
    const list = [part.dimension, part.operator, part.visited].join();
    if (lists.has(list)) return { filter: filterOfCondition(part) };
    lists.add(list);
    return part;
  });
}

/** The conditions of a filter with one field; null if it is something else. */
export function conditionsOf(filter: FilterInput): Condition[] | null {
  const fields = Object.entries(filter);
  const [field, value] = fields[0] ?? [];
  if (!field || fields.length > 1) return null;
  if (field === 'visited') {
    const inner = conditionsOf(value as FilterInput);
    // Several conditions must hold for the same hit.
    const [only] = inner ?? [];
    if (!only || inner?.length !== 1 || only.visited || !OF_HITS.includes(only.dimension)) return null;
    return [{ ...only, visited: true }];
  }
  if (field === 'goal')
    return [{ dimension: field, operator: 'is', values: [String(value)], visited: false }];
  if (field === 'property') return propertyConditionsOf(value as PropertyFilter);
  const dimension = DIMENSION_OF.get(field);
  if (!dimension) return null;
  return Object.entries(value as ValueFilter).map(([name, given]) => ({
    dimension,
    operator: OPERATOR_OF.get(name) as Operator,
    values: Array.isArray(given) ? given : [String(given)],
    visited: false,
  }));
}

function propertyConditionsOf({ name, ...tests }: PropertyFilter): Condition[] {
  return Object.entries(tests).flatMap(([test, given]): Condition[] => {
    if (given == null) return [];
    const of = { dimension: 'property', property: name, visited: false } as const;
    if (test === 'exists') return [{ ...of, operator: given ? 'exists' : 'existsNot', values: [] }];
    return [
      {
        ...of,
        operator: OPERATOR_OF.get(test) ?? (test as Operator),
        values: Array.isArray(given) ? given : [String(given)],
      },
    ];
  });
}

/** Whether two filters have the same parts, in any order. */
export function isSameFilter(one: readonly FilterPart[], other: readonly FilterPart[]): boolean {
  return keyOf(one) === keyOf(other);
}

const keyOf = (parts: readonly FilterPart[]) =>
  JSON.stringify(
    parts
      .map((part) => JSON.stringify(isGroup(part) ? part : { ...part, values: [...part.values].sort() }))
      .sort(),
  );

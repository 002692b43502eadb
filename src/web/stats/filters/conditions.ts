import { FILTER_DIMENSIONS, type FilterDimension } from '../../../analysis/dimensions.ts';
import type { FilterInput, ValueFilter } from '../../gql/graphql.ts';

/** How a condition compares, by its name in addresses. `is` and `not` take several values, the others one. */
export const OPERATORS = {
  is: 'in',
  not: 'notIn',
  contains: 'contains',
  lacks: 'notContains',
  starts: 'startsWith',
  ends: 'endsWith',
} as const satisfies Record<string, keyof ValueFilter>;

export type Operator = keyof typeof OPERATORS;

/** A condition of the page's filter. All conditions of a page must hold. */
export interface Condition {
  dimension: FilterDimension;
  operator: Operator;
  /** One or more texts. With `is`, one of them must be the value; with `not`, none of them. */
  values: readonly string[];
  /** Whether it selects visits in which any hit meets it, with all their hits. Only for pages and events. */
  visited: boolean;
}

/** Dimensions of hits: only they can be conditions on what else happened in the visit. */
export const OF_HITS: readonly FilterDimension[] = ['page', 'event'];
/** Limits of an address: more is not read. The server accepts 50 conditions and 100 values. */
export const LIMITS = { conditions: 20, values: 50, length: 500 } as const;

export const takesSeveral = (operator: Operator) => operator === 'is' || operator === 'not';

const isDimension = (name: string): name is FilterDimension =>
  (FILTER_DIMENSIONS as readonly string[]).includes(name);

/**
 * Reads the conditions of a query string: `country=DE&country=FR`, `page.starts=/blog`, `browser.not=Chrome`,
 * `visited.page=/pricing`. An empty value is unknown or direct.
 * @returns null if a condition is wrong, or if there are too many.
 */
export function readConditions(search: URLSearchParams): Condition[] | null {
  const found = new Map<string, Condition>();
  for (const [key, value] of search) {
    const parts = key.split('.');
    const visited = parts[0] === 'visited' && parts.length > 1;
    const [dimension = '', operator = 'is', ...rest] = visited ? parts.slice(1) : parts;
    if (!isDimension(dimension)) {
      if (visited) return null;
      continue;
    }
    const isKnown = Object.hasOwn(OPERATORS, operator) && rest.length === 0;
    if (!isKnown || value.length > LIMITS.length || (visited && !OF_HITS.includes(dimension))) return null;
    const name = operator as Operator;
    // Several values of an operator that takes one are several conditions.
    const id = takesSeveral(name) ? key : `${key}=${value}`;
    const values = [...new Set([...(found.get(id)?.values ?? []), value])];
    if (values.length > LIMITS.values) return null;
    found.set(id, { dimension, operator: name, values, visited });
  }
  return found.size > LIMITS.conditions ? null : [...found.values()];
}

/** Adds the conditions to a query string, as {@link readConditions} reads them. */
export function writeConditions(search: URLSearchParams, conditions: readonly Condition[]): void {
  for (const { dimension, operator, values, visited } of conditions) {
    const key = `${visited ? 'visited.' : ''}${dimension}${operator === 'is' ? '' : `.${operator}`}`;
    for (const value of values) search.append(key, value);
  }
}

const camelCase = (name: string) =>
  name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof FilterInput;

/** The filter of the API in which all conditions hold; null for none. */
export function filterOf(conditions: readonly Condition[]): FilterInput | null {
  if (conditions.length === 0) return null;
  return {
    and: conditions.map(({ dimension, operator, values, visited }): FilterInput => {
      const test = { [OPERATORS[operator]]: takesSeveral(operator) ? values : values[0] };
      const condition = { [camelCase(dimension)]: test };
      return visited ? { visited: condition } : condition;
    }),
  };
}

/**
 * Adds the condition that a dimension has a value. Replaces another `is` of the dimension: a value that is on
 * the page is one of those that the condition allows.
 */
export function withValue(
  conditions: readonly Condition[],
  dimension: FilterDimension,
  value: string,
): Condition[] {
  const others = conditions.filter(
    (one) => one.visited || one.dimension !== dimension || one.operator !== 'is',
  );
  return [...others, { dimension, operator: 'is', values: [value], visited: false }];
}

const DIMENSION_OF: ReadonlyMap<string, FilterDimension> = new Map(
  FILTER_DIMENSIONS.map((name) => [camelCase(name), name]),
);
const OPERATOR_OF: ReadonlyMap<string, Operator> = new Map(
  (Object.keys(OPERATORS) as Operator[]).map((name) => [OPERATORS[name], name]),
);

/**
 * Returns the conditions of a filter of the API, as {@link filterOf} builds it.
 * @returns null if it has another form, such as one with `or`, or if an address cannot hold it: two lists for
 *   one dimension would become one list there.
 */
export function conditionsOf(filter: FilterInput): Condition[] | null {
  const conditions = (filter.and ?? []).map(conditionOf);
  if (Object.keys(filter).join() !== 'and' || !conditions.every((one) => one !== null)) return null;
  const search = new URLSearchParams();
  writeConditions(search, conditions);
  return JSON.stringify(readConditions(search)) === JSON.stringify(conditions) ? conditions : null;
}

function conditionOf(filter: FilterInput): Condition | null {
  const visited = filter.visited != null && Object.keys(filter).length === 1;
  const [[field, test] = ['', null], ...others] = Object.entries((visited ? filter.visited : filter) ?? {});
  const dimension = DIMENSION_OF.get(field);
  const [[name, value] = ['', null], ...more] = Object.entries((test ?? {}) as ValueFilter);
  const operator = OPERATOR_OF.get(name);
  if (!dimension || !operator || value == null || others.length + more.length > 0) return null;
  return { dimension, operator, values: Array.isArray(value) ? value : [String(value)], visited };
}

import { FILTER_DIMENSIONS, type FilterDimension } from '../../../engine/registry/dimensions.ts';
import type { FilterInput, ValueFilter } from '../../gql/graphql.ts';
import { filterOfText, textOfFilter } from './filterText.ts';

/** How a condition compares, by its name in addresses. `is` and `not` take several values, the others one. */
export const OPERATORS = {
  is: 'in',
  not: 'notIn',
  contains: 'contains',
  lacks: 'notContains',
  starts: 'startsWith',
  ends: 'endsWith',
} as const satisfies Record<string, keyof ValueFilter>;

/** Further comparisons of properties: with one number, or without a value. */
export const OPERATORS_OF_PROPERTIES = ['gt', 'gte', 'lt', 'lte', 'exists', 'existsNot'] as const;

export type Operator = keyof typeof OPERATORS | (typeof OPERATORS_OF_PROPERTIES)[number];

/** What a condition is about: a dimension, a property, or a goal, whose id is the only value. */
export type Subject = FilterDimension | 'goal' | 'property';

/** A condition on a dimension or a goal. */
export interface Condition {
  dimension: Subject;
  operator: Operator;
  /** One or more texts. With `is`, one of them must be the value; with `not`, none of them. */
  values: readonly string[];
  /** Whether it selects visits in which any hit meets it, with all their hits. Only for those on hits. */
  visited: boolean;
  /** The name of the property, if it is about one. Addresses have such conditions as groups only. */
  property?: string | undefined;
}

/** A part of a filter that is no {@link Condition}, such as one with `or` or `not`. */
export interface Group {
  filter: FilterInput;
}

/** A part of the page's filter. All parts of a page must hold. */
export type FilterPart = Condition | Group;

export const isGroup = (part: FilterPart): part is Group => 'filter' in part;

/** Subjects of hits: only they can be conditions on what happened in the visit. */
export const OF_HITS: readonly Subject[] = ['page', 'event', 'property', 'host', 'goal'];
/** Limits of an address: more is not read. The server accepts 50 conditions and 100 values. */
export const LIMITS = { conditions: 20, values: 50, length: 500, name: 100 } as const;

/** The parameter of a group. */
const GROUP = 'filter';

/**
 * Dimensions whose bare names are also tags of campaigns: a link to the page, `?utm_source=newsletter`, then
 * says where a visit comes from. Decision 066 says which names these are.
 */
const TAGS: readonly Subject[] = [
  'goal',
  ...(['utm_source', 'utm_medium', 'utm_term', 'utm_content'] as const),
  ...(['source', 'campaign', 'channel', 'referrer'] as const),
];

export const takesSeveral = (operator: Operator) => operator === 'is' || operator === 'not';

/** Whether the values of a condition are a list, of which one is met. Several goals are conditions each. */
export const isList = ({ dimension, operator }: Pick<Condition, 'dimension' | 'operator'>) =>
  dimension !== 'goal' && takesSeveral(operator);

/** Whether a comparison needs no value. */
export const isWithoutValue = (operator: Operator): boolean =>
  operator === 'exists' || operator === 'existsNot';

/** Whether a comparison is one of numbers. */
export const isNumeric = (operator: Operator): operator is 'gt' | 'gte' | 'lt' | 'lte' =>
  !isWithoutValue(operator) && (OPERATORS_OF_PROPERTIES as readonly string[]).includes(operator);

/** Whether a comparison is one of all subjects. */
export const isOfAll = (operator: string): operator is keyof typeof OPERATORS =>
  Object.hasOwn(OPERATORS, operator);

const isSubject = (name: string): name is Exclude<Subject, 'property'> =>
  name === 'goal' || (FILTER_DIMENSIONS as readonly string[]).includes(name);

/** An id of a goal: a number, or a global id of the API. */
const GOAL_ID = /^[\w+/]{1,40}={0,2}$/;

/**
 * Reads the parts of a filter from a query string: `country.is=DE&country.is=FR`, `page.starts=/blog`,
 * `browser.not=Chrome`, `visited.page=/pricing`, `visited.goal=3`; a group as `filter=` with the JSON of the
 * REST API. An empty value is unknown or direct. Earlier versions wrote `country=DE`, which is read unless it
 * can be a tag.
 * @returns null if a part is wrong, or if there are too many.
 */
export function readFilters(search: URLSearchParams): FilterPart[] | null {
  const found = new Map<string, FilterPart>();
  for (const [key, value] of search) {
    if (key === GROUP) {
      const filter = filterOfText(value);
      if (!filter) return null;
      found.set(`${key}=${value}`, { filter });
      continue;
    }
    const parts = key.split('.');
    const visited = parts[0] === 'visited' && parts.length > 1;
    const [dimension = '', operator = 'is', ...rest] = visited ? parts.slice(1) : parts;
    if (!isSubject(dimension)) {
      if (visited) return null;
      continue;
    }
    if (parts.length === 1 && TAGS.includes(dimension)) continue;
    if (!isOfAll(operator) || rest.length > 0) return null;
    if (dimension === 'goal' && (operator !== 'is' || !GOAL_ID.test(value))) return null;
    if (value.length > LIMITS.length || (visited && !OF_HITS.includes(dimension))) return null;
    const name = operator;
    // Several values of an operator that takes one are several conditions.
    const list = `${visited} ${dimension}.${name}`;
    const id = isList({ dimension, operator: name }) ? list : `${list}=${value}`;
    const before = found.get(id);
    const values = [...new Set([...(before && !isGroup(before) ? before.values : []), value])];
    if (values.length > LIMITS.values) return null;
    found.set(id, { dimension, operator: name, values, visited });
  }
  return found.size > LIMITS.conditions ? null : [...found.values()];
}

/** Adds the parts of a filter to a query string, as {@link readFilters} reads them. */
export function writeFilters(search: URLSearchParams, parts: readonly FilterPart[]): void {
  for (const part of parts) {
    if (isGroup(part)) {
      search.append(GROUP, textOfFilter(part.filter));
      continue;
    }
    const { dimension, operator, values, visited } = part;
    // `visited.page` is no tag without an operator, and shorter.
    const key = visited
      ? `visited.${dimension}${operator === 'is' ? '' : `.${operator}`}`
      : `${dimension}.${operator}`;
    for (const value of values) search.append(key, value);
  }
}

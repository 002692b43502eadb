import { invalid } from '../../errors.ts';
import type { Checked } from '../../validation/rules.ts';
import { shownText, shownValue } from '../../validation/shown.ts';
import { type ColumnDimension, propertyDimension } from '../registry/dimensions.ts';
import { isObject, readPropertyName, readTest } from './condition.ts';
import { findField, type HitsOnly, type Naming } from './filterNames.ts';
import { Mistakes, type Path } from './mistakes.ts';
import type { Filter } from './types.ts';

/** Limits of a filter. Those of its values are in condition.ts. */
export const FILTER_LIMITS = {
  /** A condition is one operator of one dimension. */
  conditions: 50,
  /** The outermost filter is the first level. */
  levels: 5,
  /** Filters in `and` or `or`. */
  listFilters: 50,
  /** Length of the JSON text. */
  textLength: 65_536,
} as const;

/** Bounds the filters without conditions. Each condition can have a filter on every level around it. */
const MAX_FILTERS = FILTER_LIMITS.conditions * FILTER_LIMITS.levels;

const EXAMPLE = '{"country": {"in": ["DE"]}}';

/** Selects everything; stands for a filter that could not be read. */
const EVERYTHING: Filter = { kind: 'all', parts: [] };

/**
 * Reads a filter from outside.
 * @param input an object; in REST also JSON text; null, undefined or `{}` for all hits.
 * @param at the path of the filter in the error messages.
 * @returns the filter; null if it selects all hits.
 * @throws AppError `invalid` with every mistake by its path, such as `filter.and.1.country.in.3`.
 */
export function parseFilter(input: unknown, naming: Naming, at: Path = ['filter']): Filter | null {
  const { data, fields } = checkFilter(input, naming, at);
  if (fields) throw invalid(fields);
  return data;
}

/**
 * As {@link parseFilter}, but returns the mistakes, for input with further fields.
 * @param inside what the filter belongs to, if that has conditions on hits only.
 */
export function checkFilter(
  input: unknown,
  naming: Naming,
  at: Path = ['filter'],
  inside: HitsOnly | null = null,
): Checked<Filter | null> {
  const mistakes = new Mistakes(at);
  const given = naming === 'rest' && typeof input === 'string' ? parseText(input, at, mistakes) : input;
  const filter = given == null ? EVERYTHING : new Reader(naming, mistakes).read(given, at, inside);
  const fields = mistakes.fields();
  if (fields) return { data: null, fields };
  return { data: filter.kind === 'all' && filter.parts.length === 0 ? null : filter, fields: null };
}

/** Parses JSON; null for an empty text, and for an invalid one. */
function parseText(text: string, at: Path, mistakes: Mistakes): unknown {
  const { textLength } = FILTER_LIMITS;
  if (text.trim() === '') return null;
  if (text.length > textLength) {
    mistakes.add(at, `Must be at most ${textLength} characters long; got ${text.length}.`);
    return null;
  }
  try {
    return JSON.parse(text);
  } catch {
    mistakes.add(at, `Must be JSON, such as ${EXAMPLE}.`);
    return null;
  }
}

/** The place of a filter in the input. */
interface FilterPlace {
  at: Path;
  level: number;
  /** What the filter is inside of, if that has conditions on hits only. */
  inside: HitsOnly | null;
}

/**
 * Decodes the id of a goal: a global id, or an integer, as in REST. Returns 0, which no goal has, for others.
 */
export function goalId(input: unknown): number {
  const text = typeof input === 'number' ? String(input) : typeof input === 'string' ? input : '';
  const [, digits = '0'] = /^(?:Goal:)?(\d{1,9})$/.exec(/^\d/.test(text) ? text : atob64(text)) ?? [];
  return Number(digits);
}

const atob64 = (text: string) => Buffer.from(text.slice(0, 100), 'base64').toString();

/** Reads the filters of one input. The limits apply to all of them together. */
class Reader {
  readonly #naming: Naming;
  readonly #mistakes: Mistakes;
  #filters = 0;
  #conditions = 0;

  constructor(naming: Naming, mistakes: Mistakes) {
    this.#naming = naming;
    this.#mistakes = mistakes;
  }

  read(input: unknown, at: Path, inside: HitsOnly | null): Filter {
    return this.#filter(input, { at, level: 1, inside });
  }

  #filter(input: unknown, place: FilterPlace): Filter {
    const { levels } = FILTER_LIMITS;
    if (!isObject(input))
      this.#mistakes.add(place.at, `Must be an object, such as ${EXAMPLE}; got ${shownValue(input)}.`);
    else if (place.level > levels)
      this.#mistakes.add(place.at, `Must be at most ${levels} levels deep, including the outermost filter.`);
    else if (++this.#filters > MAX_FILTERS)
      this.#mistakes.stop(`Must contain at most ${MAX_FILTERS} filters in "and", "or", "not" and "visited".`);
    else return allOf(this.#parts(input, place));
    return EVERYTHING;
  }

  #parts(input: object, place: FilterPlace): Filter[] {
    const parts: Filter[] = [];
    for (const [name, value] of Object.entries(input)) {
      if (this.#mistakes.isComplete) break;
      if (value != null) parts.push(this.#part(name, value, place));
    }
    return parts;
  }

  #part(name: string, input: unknown, { at: outer, level, inside }: FilterPlace): Filter {
    const at = [...outer, shownText(name)];
    const { field, error } = findField(name, this.#naming, inside);
    const place = { at, level: level + 1, inside: field === 'visited' ? field : inside };
    switch (field) {
      case null:
        this.#mistakes.add(at, error);
        return EVERYTHING;
      case 'and':
        return allOf(this.#list(input, place));
      case 'or':
        return anyOf(this.#list(input, place));
      case 'not':
      case 'visited':
        return { kind: field, part: this.#filter(input, place) };
      case 'goal':
        this.#countCondition();
        return { kind: 'goal', id: goalId(input), at };
      default: {
        const count = () => this.#countCondition();
        const test = readTest({ dimension: field, input, at }, this.#naming, this.#mistakes, count);
        const isProperty = field === 'property';
        const name = isProperty ? readPropertyName(input, at, this.#mistakes) : '';
        return { kind: 'value', dimension: isProperty ? propertyDimension(name) : field, test };
      }
    }
  }

  #list(input: unknown, { at, ...place }: FilterPlace): Filter[] {
    const { listFilters } = FILTER_LIMITS;
    if (!Array.isArray(input)) this.#mistakes.add(at, `Must be a list of filters; got ${shownValue(input)}.`);
    else if (input.length === 0) this.#mistakes.add(at, 'Must have at least one filter.');
    else if (input.length > listFilters)
      this.#mistakes.add(at, `Must have at most ${listFilters} filters; got ${input.length}.`);
    else return input.map((part, index) => this.#filter(part, { ...place, at: [...at, String(index)] }));
    return [];
  }

  #countCondition(): boolean {
    const { conditions } = FILTER_LIMITS;
    this.#conditions += 1;
    if (this.#conditions > conditions)
      this.#mistakes.stop(
        `Must have at most ${conditions} conditions; each operator of a dimension is a condition.`,
      );
    return this.#conditions <= conditions;
  }
}

/**
 * Returns the filter that selects what all of the filters select. A scope applies to all of them.
 * @param filters null selects all hits. The limits do not apply to them together.
 */
export function combinedFilter(filters: readonly (Filter | null)[]): Filter | null {
  const given = filters.filter((filter) => filter !== null);
  const scopes = given.flatMap((filter) => (filter.kind === 'within' ? [filter.scope] : []));
  const parts = given.flatMap((filter) => (filter.kind === 'within' ? (filter.part ?? []) : [filter]));
  const part = parts.length === 0 ? null : allOf(parts);
  return scopes.length === 0 ? part : { kind: 'within', scope: allOf(scopes), part };
}

/** Returns the dimensions of the conditions of a filter, each once. */
export function dimensionsOfFilter(filter: Filter): ColumnDimension[] {
  switch (filter.kind) {
    case 'value':
      return [filter.dimension];
    case 'goal':
      return [];
    case 'all':
    case 'any':
      return [...new Set(filter.parts.flatMap(dimensionsOfFilter))];
    case 'within':
      return dimensionsOfFilter({ kind: 'all', parts: [filter.scope, filter.part ?? EVERYTHING] });
    default:
      return dimensionsOfFilter(filter.part);
  }
}

/**
 * Returns the filter in which goals are replaced.
 * @param filterOf returns the filter of a goal.
 */
export function replaceGoals(filter: Filter, filterOf: (goal: Filter & { kind: 'goal' }) => Filter): Filter {
  const replaced = (part: Filter) => replaceGoals(part, filterOf);
  switch (filter.kind) {
    case 'value':
      return filter;
    case 'goal':
      return filterOf(filter);
    case 'all':
    case 'any':
      return { ...filter, parts: filter.parts.map(replaced) };
    case 'within':
      return { ...filter, scope: replaced(filter.scope), part: filter.part && replaced(filter.part) };
    default:
      return { ...filter, part: replaced(filter.part) };
  }
}

/** Returns the number of conditions of a filter without goals. */
export function conditionsOfFilter(filter: Filter): number {
  switch (filter.kind) {
    case 'value':
      return Object.keys(filter.test).length;
    case 'goal':
      return 1;
    case 'all':
    case 'any':
      return filter.parts.reduce((sum, part) => sum + conditionsOfFilter(part), 0);
    case 'within':
      return conditionsOfFilter(filter.scope) + (filter.part ? conditionsOfFilter(filter.part) : 0);
    default:
      return conditionsOfFilter(filter.part);
  }
}

/** Returns the goals of a filter. */
export function goalsOfFilter(filter: Filter): (Filter & { kind: 'goal' })[] {
  const found: (Filter & { kind: 'goal' })[] = [];
  replaceGoals(filter, (goal) => {
    found.push(goal);
    return goal;
  });
  return found;
}

/** Requires all filters; merges those that require several themselves. */
function allOf(filters: readonly Filter[]): Filter {
  const flat = filters.flatMap((filter) => (filter.kind === 'all' ? filter.parts : [filter]));
  // A segment can be given twice: by an API key and in the query, or by a period and its statistic.
  const parts = [...new Set(flat)];
  return parts.length === 1 && parts[0] ? parts[0] : { kind: 'all', parts };
}

const anyOf = (parts: readonly Filter[]): Filter =>
  parts.length === 1 && parts[0] ? parts[0] : { kind: 'any', parts };

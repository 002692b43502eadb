import { FILTER_DIMENSIONS } from '../../../engine/registry/dimensions.ts';
import { camelCase } from '../../../validation/names.ts';
import type { FilterInput } from '../../gql/graphql.ts';

/** Limits of a filter in an address. The server has the same number of levels. */
const LIMITS = { length: 4_000, levels: 5 } as const;

/** The fields of a condition in the API, and whether they take a list. */
const TESTS: Readonly<Record<string, boolean>> = {
  in: true,
  notIn: true,
  contains: false,
  notContains: false,
  startsWith: false,
  endsWith: false,
};

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const DIMENSIONS: ReadonlySet<string> = new Set(FILTER_DIMENSIONS.map(camelCase));

/** A filter as JSON with the names of the REST API: `{"or":[{"country":{"in":["DE"]}}]}`. */
export const textOfFilter = (filter: FilterInput) => JSON.stringify(renamed(filter, snakeCase));

/**
 * Parses what {@link textOfFilter} returns.
 * @returns null if the text is not such a filter, or too long.
 */
export function filterOfText(text: string): FilterInput | null {
  if (text.length > LIMITS.length) return null;
  try {
    const filter = renamed(JSON.parse(text), camelCase);
    return isFilter(filter, LIMITS.levels) ? filter : null;
  } catch {
    return null;
  }
}

function renamed(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => renamed(one, rename));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [rename(name), renamed(one, rename)]));
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether a filter has no more levels than the server allows. */
export const fitsLevels = (filter: FilterInput) => isFilter(filter, LIMITS.levels);

/** Whether a value has the form of a filter. Whether it is allowed, only the server knows. */
function isFilter(value: unknown, levels: number): value is FilterInput {
  return (
    levels > 0 &&
    hasFields(value, (name, part) => {
      if (name === 'and' || name === 'or')
        return Array.isArray(part) && part.length > 0 && part.every((one) => isFilter(one, levels - 1));
      if (name === 'not' || name === 'visited') return isFilter(part, levels - 1);
      if (name === 'goal') return typeof part === 'string' || Number.isInteger(part);
      if (name === 'property') return isProperty(part);
      return DIMENSIONS.has(name) && hasFields(part, isTest);
    })
  );
}

/** The fields of a condition on a property besides its name and {@link TESTS}. */
const PROPERTY_TESTS: Readonly<Record<string, string>> = {
  gt: 'number',
  gte: 'number',
  lt: 'number',
  lte: 'number',
  exists: 'boolean',
};

function isProperty(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { name, ...tests } = value as Record<string, unknown>;
  const isRight = (test: string, given: unknown) =>
    isTest(test, given) || typeof given === PROPERTY_TESTS[test];
  return typeof name === 'string' && hasFields(tests, isRight);
}

function isTest(name: string, value: unknown): boolean {
  if (!Object.hasOwn(TESTS, name)) return false;
  return TESTS[name]
    ? Array.isArray(value) && value.every((one) => typeof one === 'string')
    : typeof value === 'string';
}

/** Whether a value is an object with fields, all of which are right. */
function hasFields(value: unknown, isRight: (name: string, field: unknown) => boolean): boolean {
  const fields = isObject(value) ? Object.entries(value) : [];
  return fields.length > 0 && fields.every(([name, field]) => isRight(name, field));
}

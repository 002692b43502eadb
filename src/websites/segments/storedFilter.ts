import { checkFilter, parseFilter } from '../../engine/question/filter.ts';
import type { HitsOnly, Naming } from '../../engine/question/filterNames.ts';
import type { Filter } from '../../engine/question/types.ts';
import type { FieldErrors } from '../../errors.ts';
import { camelCase, snakeCase, withNames } from '../../validation/names.ts';

/** A filter as it is entered and as it is stored, or the mistakes in it. */
export type StoredFilter =
  | { text: string; filter: Filter; fields: null }
  | { text: null; filter: null; fields: FieldErrors };

/**
 * Validates a filter that is to be stored. It must have a condition.
 * @param inside what it belongs to, if that has conditions on hits only.
 * @param naming of the names in it and in the messages. In REST it may be JSON text. GraphQL's are stored.
 */
export function checkStoredFilter(
  input: unknown,
  inside: HitsOnly | null = null,
  naming: Naming = 'graphql',
): StoredFilter {
  const { data, fields } = checkFilter(input, naming, ['filter'], inside);
  if (fields) return { text: null, filter: null, fields };
  const wrong = (message: string) => ({ text: null, filter: null, fields: { filter: [message] } });
  if (data === null) return wrong('Must have at least one condition.');
  const text = storedText(input, naming);
  if (text.length <= MAX_FILTER_LENGTH) return { text, filter: data, fields: null };
  return wrong(`Must be at most ${MAX_FILTER_LENGTH} characters long as JSON; got ${text.length}.`);
}

/** Maximum length of a stored filter: all segments of a website must fit into one answer of GraphQL. */
export const MAX_FILTER_LENGTH = 16_384;

/**
 * Converts a filter of GraphQL to the text that is stored: JSON without nulls, with sorted names. The filter
 * stays as it was entered, so it is within the limits of a filter when it is read again.
 */
export function filterText(input: unknown): string {
  return JSON.stringify(input, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(givenFields(value))
      : value,
  );
}

const givenFields = (input: object) =>
  Object.entries(input)
    .filter(([, value]) => value != null)
    .sort(([one], [other]) => (one < other ? -1 : 1));

/**
 * Converts a valid filter, or the valid steps of a funnel, to the text that is stored ({@link filterText}).
 * @param input in REST also JSON text.
 */
export const storedText = (input: unknown, naming: Naming): string =>
  naming === 'graphql'
    ? filterText(input)
    : filterText(withNames(typeof input === 'string' ? JSON.parse(input) : input, camelCase));

/** Returns a stored filter with the names of REST. */
export const restFilter = (text: string): unknown => withNames(JSON.parse(text), snakeCase);

/**
 * Parses a stored filter.
 * @throws AppError `invalid` if it was stored by a later version with names that this one does not know. The
 *   segment must then select nothing rather than everything.
 */
export const parseStored = (text: string): Filter | null => parseFilter(JSON.parse(text), 'graphql');

import { checkFilter, parseFilter } from '../../engine/question/filter.ts';
import type { HitsOnly } from '../../engine/question/filterNames.ts';
import type { Path } from '../../engine/question/mistakes.ts';
import type { Filter } from '../../engine/question/types.ts';
import type { FieldErrors } from '../../errors.ts';

/** A filter as it is entered and as it is stored, or the mistakes in it. */
export type StoredFilter =
  | { text: string; filter: Filter; fields: null }
  | { text: null; filter: null; fields: FieldErrors };

/**
 * Validates a filter that is to be stored. It must have a condition.
 * @param at its place in the input.
 * @param inside what it belongs to, if that has conditions on hits only.
 */
export function checkStoredFilter(
  input: unknown,
  inside: HitsOnly | null = null,
  at: Path = ['filter'],
): StoredFilter {
  const { data, fields } = checkFilter(input, 'graphql', at, inside);
  if (fields) return { text: null, filter: null, fields };
  const wrong = (message: string) => ({ text: null, filter: null, fields: { [at.join('.')]: [message] } });
  if (data === null) return wrong('Must have at least one condition.');
  const text = filterText(input);
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
 * Parses a stored filter.
 * @throws AppError `invalid` if it was stored by a later version with names that this one does not know. The
 *   segment must then select nothing rather than everything.
 */
export const parseStored = (text: string): Filter | null => parseFilter(JSON.parse(text), 'graphql');

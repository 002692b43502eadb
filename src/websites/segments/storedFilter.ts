import { parseFilter } from '../../engine/question/filter.ts';
import type { Filter } from '../../engine/question/types.ts';

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

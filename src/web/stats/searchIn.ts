import { FILTER_DIMENSIONS, type FilterDimension } from '../../engine/registry/dimensions.ts';
import { CHANNELS } from '../../ingest/source/channels.ts';
import { camelCase } from '../../validation/names.ts';
import type { FilterInput } from '../gql/graphql.ts';
import { currentLocale } from '../shared/i18n/t.ts';
import { bothOf } from './filters/filterInput.ts';
import { valueInWords } from './labels.ts';
import { DEVICES } from './panels/brands.ts';

/** Maximum number of values in a list of a filter. */
const MAX_VALUES = 100;

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
/** Whether a tag stands for itself. Codes of former countries, such as DD, stand for others. */
const isCurrent = (tag: string) => Intl.getCanonicalLocales(tag)[0] === tag;

/** The dimensions whose values are codes or words of ours, which pages show by names, and these values. */
const VALUES = {
  channel: CHANNELS,
  continent: ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'],
  country: PAIRS.filter((code) => isCurrent(`und-${code}`)),
  device: DEVICES,
  language: PAIRS.map((code) => code.toLowerCase()).filter(isCurrent),
} as const satisfies Partial<Record<FilterDimension, readonly string[]>>;

const isFilterable = (dimension: string): dimension is FilterDimension =>
  (FILTER_DIMENSIONS as readonly string[]).includes(dimension);

type Named = keyof typeof VALUES;
const isNamed = (dimension: FilterDimension): dimension is Named => Object.hasOwn(VALUES, dimension);

/** The texts by which a value is found, without accents and in lower case. */
interface Candidate {
  value: string;
  name: string;
}

/** By locale and dimension. */
const known = new Map<string, Candidate[]>();

const plain = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase(currentLocale());

function candidatesOf(dimension: Named): Candidate[] {
  const key = `${currentLocale()} ${dimension}`;
  let candidates = known.get(key);
  if (!candidates) {
    candidates = VALUES[dimension]
      .map((value) => ({ value, name: valueInWords(dimension, value) }))
      // A code without a name is none.
      .filter(({ value, name }) => value.length > 2 || name !== value)
      .map(({ value, name }) => ({ value, name: plain(name) }));
    known.set(key, candidates);
  }
  return candidates;
}

/** The values whose name contains a text, those whose name begins with it first; at most as many as fit. */
function valuesNamed(dimension: Named, text: string): string[] {
  const sought = plain(text);
  const found = candidatesOf(dimension).filter(
    ({ value, name }) => name.includes(sought) || plain(value) === sought,
  );
  const isFirst = ({ name }: Candidate) => Number(name.startsWith(sought));
  return found
    .toSorted((one, other) => isFirst(other) - isFirst(one))
    .slice(0, MAX_VALUES)
    .map(({ value }) => value);
}

/**
 * Returns the arguments with which the API finds the rows for a text that a person typed. The API searches
 * stored values, such as `DE`; a person sees names in the language of the page and types these.
 * @param dimensions those of a row, as in addresses; also times, which are not searched.
 * @param given the filter of the rows, under which the search is made.
 * @returns `byName`: whether the filter selects the rows by name; otherwise `search` finds them.
 */
export function searchIn(
  dimensions: readonly string[],
  text: string,
  given: FilterInput | null,
): { search: string | null; filter: FilterInput | null; byName: boolean } {
  const search = text.trim();
  // No filter selects times.
  const searched = dimensions.filter(isFilterable);
  const named = searched.map((dimension) => (search === '' ? null : conditionNamed(dimension, search)));
  if (named.every((condition) => condition === null))
    return { search: search || null, filter: given, byName: false };
  // A row is found by any of its columns.
  const or = searched.map((dimension, index) => named[index] ?? conditionOn(dimension, search));
  const [only, ...others] = or;
  const condition = only && others.length === 0 ? only : { or };
  return { search: null, filter: bothOf(given, condition), byName: true };
}

/** The condition on a dimension that selects the values with a text in their name; null if there are none. */
function conditionNamed(dimension: FilterDimension, text: string): FilterInput | null {
  const values = isNamed(dimension) ? valuesNamed(dimension, text) : [];
  return values.length > 0 ? { [dimension]: { in: values } } : null;
}

const conditionOn = (dimension: FilterDimension, text: string): FilterInput => ({
  [camelCase(dimension)]: { contains: text },
});

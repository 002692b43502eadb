import { ANALYSIS_DIMENSIONS, FEW, type FilterDimension } from '../engine/registry/dimensions.ts';
import type { LabelFormat } from '../engine/registry/knownValues.ts';
import type { Definition } from '../engine/registry/statistic.ts';
import { OTHER, STATISTICS, type StatName } from '../engine/registry/statistics.ts';

/** The words among labels, which Intl does not have. An undefined word leaves the value as it is. */
export interface LabelWords {
  /** A continent by its two-letter code. */
  continent(code: string): string | undefined;
  /** A kind of device, such as `mobile`. */
  device(kind: string): string | undefined;
  channel(name: string): string | undefined;
}

const named = (name: () => string | undefined): string | undefined => {
  try {
    return name();
  } catch {
    return undefined; // Intl throws if the value does not have the form of a code.
  }
};

/** Control, bidirectional and other invisible characters, except the joiners that Persian and emoji need. */
const INVISIBLE = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;

/** Escapes, except those of reserved characters (`%2F`), which paths also have without an escape. */
const ESCAPES = /(?:%(?!2[13-9abcf]|3[abdf]|40)[0-9a-f]{2})+/gi;

/**
 * Decodes the percent escapes of a path, except those of reserved characters, of invisible characters, and of
 * characters that reorder text. So a label that is typed into a filter is the same path (`storedPath`).
 */
const decoded = (path: string): string =>
  path.replace(ESCAPES, (escapes) => {
    try {
      return decodeURIComponent(escapes).replace(INVISIBLE, encodeURIComponent);
    } catch {
      return escapes; // Not UTF-8.
    }
  });

/** Labels of known sources that were renamed. Recorded rows keep the earlier name. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['Twitter', 'X (Twitter)'],
  ['Vkontakte', 'VK'],
]);

/** Creates functions that format a value in a language, one per {@link LabelFormat}. Hosts stay. */
export function labelFormatsOf(
  locale: string,
  words: LabelWords,
): Readonly<Record<LabelFormat, (value: string) => string>> {
  const countries = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  const languages = new Intl.DisplayNames(locale, { type: 'language', fallback: 'none' });
  /** City, region and country. Omits a region or country with the same name as the part before it. */
  function cityLabel(value: string): string {
    const code = /, ([A-Z]{2})$/.exec(value)?.[1];
    const country = code && named(() => countries.of(code));
    const parts = (country ? `${value.slice(0, -4)}, ${country}` : value).split(', ');
    return parts.filter((part, index) => part !== parts[index - 1]).join(', ');
  }
  return {
    channel: (value) => words.channel(value) ?? value,
    city: cityLabel,
    continent: (value) => words.continent(value) ?? value,
    country: (value) => named(() => countries.of(value)) ?? value,
    device: (value) => words.device(value) ?? value.charAt(0).toUpperCase() + value.slice(1),
    host: (value) => value,
    hour: (value) => `${value}:00`,
    language: (value) => named(() => languages.of(value)) ?? value,
    path: decoded,
    source: (value) => RENAMED.get(value) ?? value,
    text: (value) => value,
  };
}

const CONTINENTS: Record<string, string> = {
  AF: 'Africa',
  AN: 'Antarctica',
  AS: 'Asia',
  EU: 'Europe',
  NA: 'North America',
  OC: 'Oceania',
  SA: 'South America',
};

/** The functions for English, the language of the API. */
export const FORMATS = labelFormatsOf('en', {
  continent: (code) => CONTINENTS[code],
  device: (kind) => (kind === 'tv' ? 'TV' : undefined),
  channel: () => undefined,
});

/** The English name of a country by its ISO 3166-1 code; null if it has none. */
export function countryName(code: string): string | null {
  const name = code === '' ? code : FORMATS.country(code);
  return name === code ? null : name;
}

/** What has labelled values: statistics, and dimensions. */
export type LabelledName = StatName | FilterDimension;

/** How the values of a statistic or dimension are labelled. */
export const labelledAs = (name: LabelledName): Pick<Definition, 'label' | 'empty'> =>
  Object.hasOwn(ANALYSIS_DIMENSIONS, name)
    ? ANALYSIS_DIMENSIONS[name as FilterDimension]
    : STATISTICS[name as StatName];

/** Formats a value of a statistic with these functions, as `statLabel` of labels.ts does. */
export function labelWith(formats: typeof FORMATS, name: LabelledName, value: string): string {
  if (value === '') return labelledAs(name).empty ?? 'Unknown';
  if (value === OTHER) return 'Other';
  if (value === FEW) return 'Small counts';
  return formats[labelledAs(name).label](value);
}

import { FEW } from '../analysis/dimensions.ts';
import type { LabelFormat } from './definition.ts';
import { OTHER, STATISTICS, type StatName } from './definitions.ts';

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** The English name of a country by its ISO 3166-1 code; null if it has none. */
export const countryName = (code: string): string | null =>
  code === '' ? null : (named(() => countries.of(code)) ?? null);

const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

const CONTINENTS: Record<string, string> = {
  AF: 'Africa',
  AN: 'Antarctica',
  AS: 'Asia',
  EU: 'Europe',
  NA: 'North America',
  OC: 'Oceania',
  SA: 'South America',
};

const DEVICES: Record<string, string> = { tv: 'TV' };

const named = (name: () => string | undefined): string | undefined => {
  try {
    return name();
  } catch {
    return undefined; // Intl throws if the value does not have the form of a code.
  }
};

/** City, region and country. Omits a region or country with the same name as the part before it. */
function cityLabel(value: string): string {
  const code = /, ([A-Z]{2})$/.exec(value)?.[1];
  const country = code && named(() => countries.of(code));
  const parts = (country ? `${value.slice(0, -4)}, ${country}` : value).split(', ');
  return parts.filter((part, index) => part !== parts[index - 1]).join(', ');
}

/** Control, bidirectional and other invisible characters, except the joiners that Persian and emoji need. */
const INVISIBLE = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * Decodes the percent escapes of a path, except those of invisible characters and of characters that reorder
 * text.
 */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replace(INVISIBLE, encodeURIComponent);
  } catch {
    return path;
  }
}

/** Labels of known sources that were renamed. Recorded rows keep the earlier name. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['Twitter', 'X (Twitter)'],
  ['Vkontakte', 'VK'],
]);

/** Formats a value; one function per {@link LabelFormat}. Hosts stay as they are. */
export const FORMATS: Readonly<Record<LabelFormat, (value: string) => string>> = {
  city: cityLabel,
  continent: (value) => CONTINENTS[value] ?? value,
  country: (value) => named(() => countries.of(value)) ?? value,
  device: (value) => DEVICES[value] ?? value.charAt(0).toUpperCase() + value.slice(1),
  host: (value) => value,
  hour: (value) => `${value}:00`,
  language: (value) => named(() => languages.of(value)) ?? value,
  path: decoded,
  source: (value) => RENAMED.get(value) ?? value,
  text: (value) => value,
};

/** Formats a value of a statistic with these functions, as `statLabel` of labels.ts does. */
export function labelWith(formats: typeof FORMATS, name: StatName, value: string): string {
  if (value === '') return STATISTICS[name].empty ?? 'Unknown';
  if (value === OTHER) return 'Other';
  if (value === FEW) return 'Small counts';
  return formats[STATISTICS[name].label](value);
}

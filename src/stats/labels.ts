import { domainToUnicode } from 'node:url';
import unhomoglyph from 'unhomoglyph';
import { ANALYSIS_DIMENSIONS, type DimensionName, FEW } from '../analysis/dimensions.ts';
import { type LabelFormat, OTHER, STATISTICS, type StatName } from './definitions.ts';

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

/**
 * The scripts that a host label may consist of: some are commonly written together, all others stand alone.
 */
const WRITTEN_TOGETHER = [
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Hangul}]+$/u,
  /^[\p{Script=Latin}\p{Script=Han}\p{Script=Bopomofo}]+$/u,
  ...[
    'Arabic',
    'Armenian',
    'Bengali',
    'Cyrillic',
    'Devanagari',
    'Ethiopic',
    'Georgian',
    'Greek',
    'Gujarati',
  ].map(alone),
  ...['Gurmukhi', 'Hebrew', 'Kannada', 'Khmer', 'Lao', 'Malayalam', 'Myanmar', 'Sinhala', 'Tamil'].map(alone),
  ...['Telugu', 'Thai'].map(alone),
];

function alone(script: string): RegExp {
  return new RegExp(`^[\\p{Script=${script}}\\p{Script=Inherited}]+$`, 'u');
}

/**
 * Converts a host label from Punycode (`xn--…`) to Unicode, if it cannot be mistaken for another one: it has
 * one script (or scripts that are written together), and does not consist only of letters that look like
 * ASCII (`аррӏе`). Otherwise returns it unchanged.
 */
function unicodeHostLabel(label: string): string {
  if (!label.startsWith('xn--')) return label;
  const text = domainToUnicode(label);
  const letters = text.replace(/[\d-]/g, '');
  const isPlain = WRITTEN_TOGETHER.some((script) => script.test(letters));
  return isPlain && /[^ -~]/.test(unhomoglyph(letters)) ? text : label;
}

/** Formats a value; one function per {@link LabelFormat}. */
const FORMATS: Readonly<Record<LabelFormat, (value: string) => string>> = {
  city: cityLabel,
  continent: (value) => CONTINENTS[value] ?? value,
  country: (value) => named(() => countries.of(value)) ?? value,
  device: (value) => DEVICES[value] ?? value.charAt(0).toUpperCase() + value.slice(1),
  host: (value) => value.split('.').map(unicodeHostLabel).join('.'),
  hour: (value) => `${value}:00`,
  language: (value) => named(() => languages.of(value)) ?? value,
  path: decoded,
  text: (value) => value,
};

/** Formats a value of a dimension for people, as {@link statLabel}. Times stay as they are. */
export function dimensionLabel(name: DimensionName, value: string): string {
  return ANALYSIS_DIMENSIONS[name].level === 'time' && value !== FEW
    ? value
    : statLabel(name as StatName, value);
}

/**
 * Formats a value of a statistic for people: `FR` → `France`, empty → `Unknown` or `Direct`, `(other)` →
 * `Other`, `(few)` → `Small counts`. Decodes percent escapes in paths, and Punycode (`xn--…`) in hosts.
 */
export function statLabel(name: StatName, value: string): string {
  if (value === '') return STATISTICS[name].empty ?? 'Unknown';
  if (value === OTHER) return 'Other';
  if (value === FEW) return 'Small counts';
  return FORMATS[STATISTICS[name].label](value);
}

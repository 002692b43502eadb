import { domainToUnicode } from 'node:url';
import unhomoglyph from 'unhomoglyph';
import { OTHER, type StatName } from './definitions.ts';

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
/** English name of a country, by its ISO 3166-1 code; null if it has none. */
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
    return undefined; // Intl throws for what is not even of a code's form.
  }
};

/** City, region and country; without a region or country of the same name as the part before it. */
function cityLabel(value: string): string {
  const code = /, ([A-Z]{2})$/.exec(value)?.[1];
  const country = code && named(() => countries.of(code));
  const parts = (country ? `${value.slice(0, -4)}, ${country}` : value).split(', ');
  return parts.filter((part, index) => part !== parts[index - 1]).join(', ');
}

/** Control, bidirectional and other invisible characters, but for the joiners that Persian and emoji need. */
const INVISIBLE = /(?![\u200c\u200d])[\p{C}\p{Zl}\p{Zp}]/gu;

/** A path with its percent escapes undone, but for those of characters that would not be seen, or reorder the others. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path).replace(INVISIBLE, encodeURIComponent);
  } catch {
    return path;
  }
}

/** Scripts that are written together; each other one stands alone. */
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
 * A host's label in Unicode, where it can be taken for no other: of one script, and not made of letters that all look like
 * ASCII (`аррӏе`). Otherwise as it is, `xn--…`.
 */
function unicodeHostLabel(label: string): string {
  if (!label.startsWith('xn--')) return label;
  const text = domainToUnicode(label);
  const letters = text.replace(/[\d-]/g, '');
  const isPlain = WRITTEN_TOGETHER.some((script) => script.test(letters));
  return isPlain && /[^ -~]/.test(unhomoglyph(letters)) ? text : label;
}

/** A value for people: `FR` → `France`, empty → `Unknown` or `Direct`, `(other)` → `Other`, a path with its percent escapes
 * undone, a host with its letters for `xn--…`. */
export function statLabel(name: StatName, value: string): string {
  if (value === '') return name === 'referrer' ? 'Direct' : 'Unknown';
  if (value === OTHER) return 'Other';
  switch (name) {
    case 'country':
      return named(() => countries.of(value)) ?? value;
    case 'language':
      return named(() => languages.of(value)) ?? value;
    case 'continent':
      return CONTINENTS[value] ?? value;
    case 'referrer':
      return value.split('.').map(unicodeHostLabel).join('.');
    case 'city':
      return cityLabel(value);
    case 'device':
      return DEVICES[value] ?? value.charAt(0).toUpperCase() + value.slice(1);
    case 'page':
    case 'landing_page':
      return decoded(value);
    case 'pageviews_hours':
    case 'visitors_hours':
      return `${value}:00`;
    default:
      return value;
  }
}

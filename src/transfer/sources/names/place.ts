import { iso31661, iso31661Alpha3ToAlpha2, iso31662 } from 'iso-3166';
import { cutText } from '../../../validation/text.ts';
import { knownText } from './client.ts';

const MAX_NAME = 100;

/**
 * Codes of countries that changed, and codes that are none of ISO 3166-1. A country that was divided is
 * unknown, because nobody knows the part.
 */
const CHANGED: Readonly<Record<string, string>> = {
  UK: 'GB',
  EL: 'GR',
  TP: 'TL',
  BU: 'MM',
  ZR: 'CD',
  DD: 'DE',
  FX: 'FR',
  TI: 'CN',
};

const COUNTRIES: ReadonlySet<string> = new Set([
  ...iso31661.map(({ alpha2 }) => alpha2),
  // Kosovo, which has no code of the standard, but one that geolocation databases use.
  'XK',
]);

/** English names of countries in lower case, as Google Analytics writes them. */
const BY_NAME: ReadonlyMap<string, string> = new Map([
  ...iso31661.map(({ name, alpha2 }) => [name.toLowerCase(), alpha2] as const),
  ...englishNames(),
  ...Object.entries({
    'bosnia & herzegovina': 'BA',
    'cape verde': 'CV',
    'czech republic': 'CZ',
    'hong kong': 'HK',
    macao: 'MO',
    macau: 'MO',
    'macedonia (fyrom)': 'MK',
    'myanmar (burma)': 'MM',
    swaziland: 'SZ',
    turkey: 'TR',
    'côte d’ivoire': 'CI',
    'ivory coast': 'CI',
  }),
]);

/** The names of ICU, which are those of CLDR. */
function englishNames(): [string, string][] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  return [...COUNTRIES].map((code) => [(names.of(code) ?? code).toLowerCase(), code]);
}

const REGIONS: ReadonlyMap<string, string> = new Map(
  iso31662.map(({ code, name }) => [code, name.replace(/\s*[[(].*$/, '')]),
);

/**
 * The country of a code (two or three letters) or an English name, as ISO 3166-1 alpha-2. Empty if unknown:
 * also for `A1`, `XX`, and countries that were divided (`AN`, `CS`, `YU`, `SU`).
 */
export function countryCode(text: string): string {
  const name = knownText(text);
  const code = name.toUpperCase();
  if (code.length === 2) {
    const current = Object.hasOwn(CHANGED, code) ? (CHANGED[code] ?? '') : code;
    return COUNTRIES.has(current) ? current : '';
  }
  if (code.length === 3 && Object.hasOwn(iso31661Alpha3ToAlpha2, code))
    return iso31661Alpha3ToAlpha2[code] ?? '';
  return BY_NAME.get(name.toLowerCase()) ?? '';
}

/**
 * The name of a region: of `US-CA`, of `CA` with the country, or the name itself. Empty for codes that
 * ISO 3166-2 does not have.
 */
export function regionName(text: string, country: string): string {
  const name = knownText(text);
  const code = name.toUpperCase();
  const known = REGIONS.get(code.includes('-') ? code : `${country}-${code}`);
  if (known !== undefined) return known;
  return /^(?:[A-Z]{2}-)?[A-Z0-9]{1,3}$/.test(name) ? '' : cutText(name, MAX_NAME);
}

/** The place of a hit. A city without a country is unknown. */
export function placeOf(country: string, region: string, city: string) {
  const code = countryCode(country);
  return {
    country: code,
    region: code === '' ? '' : regionName(region, code),
    city: code === '' ? '' : cutText(knownText(city), MAX_NAME),
  };
}

/** The value of the dimension `city`: `City, Region, CC`; empty if the city is unknown. */
export function cityValue(place: ReturnType<typeof placeOf>): string {
  const { country, region, city } = place;
  return city === '' ? '' : [city, region, country].filter((part) => part !== '').join(', ');
}

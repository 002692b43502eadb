import { countries } from 'countries-list';
import type { MmdbValue } from './mmdbData.ts';

/**
 * The place of an address: a two-letter continent, ISO 3166-1 alpha-2, `City, Region, CC`. Each is '' if
 * unknown.
 */
export interface Place {
  readonly continent: string;
  readonly country: string;
  readonly city: string;
}

export const NOWHERE: Place = Object.freeze({ continent: '', country: '', city: '' });

/**
 * Corrections of countries-list by UN M49 (unstats.un.org/unsd/methodology/m49), whose regions are used:
 * Russia is in Europe, Cyprus and Timor-Leste are in Asia, and remote islands belong to the regions that M49
 * assigns them to.
 */
const M49_CORRECTIONS: Readonly<Record<string, string>> = {
  RU: 'EU',
  CY: 'AS',
  TL: 'AS',
  BV: 'SA',
  CC: 'OC',
  CX: 'OC',
  GS: 'SA',
  HM: 'OC',
  IO: 'AF',
  TF: 'AF',
};

const continents: ReadonlyMap<string, string> = new Map([
  ...Object.entries(countries).map(([code, country]) => [code, country.continent] as const),
  ...Object.entries(M49_CORRECTIONS),
]);

/**
 * Returns the value at a path of keys and positions; undefined if the record does not have it. Records may
 * have any structure.
 */
function at(record: MmdbValue, ...path: (string | number)[]): unknown {
  let value: unknown = record;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

const MAX_TEXT = 200;

/** Returns a name that may be stored. Control characters or invalid UTF-8 come from a damaged file. */
function text(value: unknown): string {
  if (typeof value !== 'string' || value.length > MAX_TEXT || /[\p{Cc}\ufffd]/u.test(value)) return '';
  return value.trim();
}

function code(value: unknown): string {
  const upper = text(value).toUpperCase();
  return /^[A-Z]{2}$/.test(upper) ? upper : '';
}

/** Converts a record, in MaxMind's structure or in the flat one of `@ip-location-db`. Never throws. */
export function toPlace(record: MmdbValue): Place {
  const flat = at(record, 'country_code') !== undefined;
  const country = code(flat ? at(record, 'country_code') : at(record, 'country', 'iso_code'));
  // DB-IP adds the district, "San Francisco (South of Market)", also in several or nested parentheses: "Seoul
  // (Euljiro 2(i)-ga)". That would split a city into hundreds of rows.
  const city = text(flat ? at(record, 'city') : at(record, 'city', 'names', 'en')).replace(/\s*\(.*$/s, '');
  const region = text(flat ? at(record, 'state1') : at(record, 'subdivisions', 0, 'names', 'en'));
  const place = placeOf({ country, region, city });
  if (place.continent !== '' || flat) return place;
  return { ...place, continent: code(at(record, 'continent', 'code')) };
}

/**
 * Returns the place with these names.
 * @param country an ISO 3166-1 alpha-2 code; as the others, '' if unknown.
 */
export function placeOf(names: Record<'country' | 'region' | 'city', string>): Place {
  const [country, region, city] = [code(names.country), text(names.region), text(names.city)];
  return {
    // The country determines the continent, so that a country is on the same continent with every database.
    continent: continents.get(country) ?? '',
    country,
    city:
      city === '' || country === '' ? '' : [city, region, country].filter((part) => part !== '').join(', '),
  };
}

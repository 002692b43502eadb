import { countries } from 'countries-list';
import type { MmdbValue } from './mmdbData.ts';

/** Where an address is: a two-letter continent, ISO 3166-1 alpha-2, `City, Region, CC`. Each '' if unknown. */
export interface Place {
  readonly continent: string;
  readonly country: string;
  readonly city: string;
}

export const NOWHERE: Place = Object.freeze({ continent: '', country: '', city: '' });

/**
 * Where countries-list differs from UN M49 (unstats.un.org/unsd/methodology/m49), whose regions are used: Russia is in Europe,
 * Cyprus and Timor-Leste are in Asia, and remote islands belong to the regions that M49 groups them with.
 */
const M49_CORRECTIONS: Readonly<Record<string, string>> = {
  ...{ RU: 'EU', CY: 'AS', TL: 'AS' },
  ...{ BV: 'SA', CC: 'OC', CX: 'OC', GS: 'SA', HM: 'OC', IO: 'AF', TF: 'AF' },
};

const continents: ReadonlyMap<string, string> = new Map([
  ...Object.entries(countries).map(([code, country]) => [code, country.continent] as const),
  ...Object.entries(M49_CORRECTIONS),
]);

/** The value at a path of keys and positions; undefined where the record, which may be anyone's, has no such thing. */
function at(record: MmdbValue, ...path: (string | number)[]): unknown {
  let value: unknown = record;
  for (const step of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string | number, unknown>)[step];
  }
  return value;
}

const MOST_TEXT = 200;

/** A name as it may be stored: what has control characters, or is no UTF-8, comes from a damaged file. */
function text(value: unknown): string {
  if (typeof value !== 'string' || value.length > MOST_TEXT || /[\p{Cc}\ufffd]/u.test(value)) return '';
  return value.trim();
}

function code(value: unknown): string {
  const upper = text(value).toUpperCase();
  return /^[A-Z]{2}$/.test(upper) ? upper : '';
}

/** The place that a record tells of, in MaxMind's shape or in the flat one of `@ip-location-db`. Never throws. */
export function toPlace(record: MmdbValue): Place {
  const flat = at(record, 'country_code') !== undefined;
  const country = code(flat ? at(record, 'country_code') : at(record, 'country', 'iso_code'));
  // DB-IP adds the district, "San Francisco (South of Market)", which would break a city into hundreds of rows.
  const city = text(flat ? at(record, 'city') : at(record, 'city', 'names', 'en')).replace(
    / \([^()]*\)$/,
    '',
  );
  const region = text(flat ? at(record, 'state1') : at(record, 'subdivisions', 0, 'names', 'en'));
  return {
    // The country decides, so that a country is on one continent with every database.
    continent: continents.get(country) ?? (flat ? '' : code(at(record, 'continent', 'code'))),
    country,
    city:
      city === '' || country === '' ? '' : [city, region, country].filter((part) => part !== '').join(', '),
  };
}

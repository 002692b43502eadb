import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openPlaces, type PlaceLookup, type Places } from '../../../src/ingest/geo/place.ts';
import { toPlace } from '../../../src/ingest/geo/placeRecord.ts';
import { runs } from '../../support/properties.ts';
import { type Value, writeMmdb } from './mmdb.ts';

const NOWHERE = { continent: '', country: '', city: '' };
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-places-'));
});
afterAll(() => rm(folder, { recursive: true }));

const opened: Places[] = [];
afterEach(() => {
  for (const places of opened.splice(0)) places.close();
});

/** Opens a database that is closed after the test. */
function openLogged(database?: string): { lookup: PlaceLookup; problems: string[] } {
  const problems: string[] = [];
  const log = { info: () => undefined, warn: (message: string) => void problems.push(message) };
  const places = openPlaces({ database, log });
  opened.push(places);
  return { lookup: places.find, problems };
}

async function openFile(content: Buffer): Promise<{ lookup: PlaceLookup; problems: string[] }> {
  const database = join(folder, 'places.mmdb');
  await writeFile(database, content);
  return openLogged(database);
}

describe('the database from npm', () => {
  const { lookup, problems } = openLogged();
  const [database] = opened.splice(0);
  afterAll(() => database?.close());

  test('is found and read', () => {
    expect(problems).toEqual([]);
  });

  test.each([
    ['81.2.69.142', 'EU', 'GB'],
    ['::ffff:81.2.69.142', 'EU', 'GB'],
    ['133.11.0.1', 'AS', 'JP'],
    ['2001:200:dff:fff1:216:3eff:feb1:44d7', 'AS', 'JP'],
    ['2a01:e0a::1', 'EU', 'FR'],
    ['200.160.2.3', 'SA', 'BR'],
  ])('%s is in %s, %s, and in a city of that country', (address, continent, country) => {
    const place = lookup(address);
    expect(place).toMatchObject({ continent, country });
    expect(place.city).toMatch(new RegExp(`^[^,()]+, ([^,]+, )?${country}$`));
  });

  test.each([
    ...[
      '10.0.0.1',
      '127.0.0.1',
      '169.254.1.1',
      '100.64.0.1',
      '192.0.2.1',
      '224.0.0.1',
      '255.255.255.255',
      '0.0.0.0',
    ],
    ...['::', '::1', 'fe80::1', 'fd00::1', '2001:db8::1', 'ff02::1', '::ffff:192.168.1.1'],
    ...['', 'localhost', '1.2.3', '1.2.3.4.5'],
  ])('%j has no place', (address) => {
    expect(lookup(address)).toEqual(NOWHERE);
  });

  test('every city comes with its country, and every country with its continent', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), (address) => {
        const { continent, country, city } = lookup(address);
        expect(continent).toMatch(/^(?:AF|AN|AS|EU|NA|OC|SA)?$/);
        expect(country === '').toBe(continent === '');
        if (city !== '') expect(city.endsWith(`, ${country}`)).toBe(true);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe("an operator's own database", () => {
  const paris: Value = {
    continent: { code: 'EU' },
    country: { iso_code: 'FR' },
    city: { names: { de: 'Paris (Stadt)', en: 'Paris' } },
    subdivisions: [{ names: { en: 'Ile-de-France' } }, { names: { en: 'Paris' } }],
  };

  test("in MaxMind's format is read for IPv4 and IPv6", async () => {
    const { lookup } = await openFile(writeMmdb(6, { '81.0.0.0/8': paris, '2a01::/16': paris }));
    const place = { continent: 'EU', country: 'FR', city: 'Paris, Ile-de-France, FR' };
    for (const address of ['81.2.69.142', '::ffff:81.2.69.142', '2a01:e0a::1']) {
      expect(lookup(address)).toEqual(place);
    }
    expect(lookup('82.0.0.1')).toEqual(NOWHERE);
  });

  test('in the flat format is read too, without unknown parts', async () => {
    const { lookup } = await openFile(
      writeMmdb(6, {
        '81.0.0.0/8': { country_code: 'fr', city: 'Lyon', state1: '' },
        '82.0.0.0/8': { country_code: 'FR', city: '', state1: 'Bretagne' },
        '83.0.0.0/8': { country_code: 'DE', city: 'Bonn (Beuel)', state1: 'North Rhine-Westphalia' },
        '84.0.0.0/8': { country_code: '', city: 'Atlantis' },
      }),
    );
    expect(lookup('81.2.69.142')).toEqual({ continent: 'EU', country: 'FR', city: 'Lyon, FR' });
    expect(lookup('82.2.69.142')).toEqual({ continent: 'EU', country: 'FR', city: '' });
    expect(lookup('83.2.69.142').city).toBe('Bonn, North Rhine-Westphalia, DE');
    expect(lookup('84.2.69.142')).toEqual(NOWHERE);
  });

  test('with only a country gives its continent; records of another format give nothing', async () => {
    const { lookup } = await openFile(
      writeMmdb(6, {
        '81.0.0.0/8': { country: { iso_code: 'BR' } },
        '82.0.0.0/8': { asn: 1 },
        '83.0.0.0/8': 'x',
      }),
    );
    expect(lookup('81.2.69.142')).toEqual({ continent: 'SA', country: 'BR', city: '' });
    expect(lookup('82.2.69.142')).toEqual(NOWHERE);
    expect(lookup('83.2.69.142')).toEqual(NOWHERE);
  });

  test('gives no names that are invalid or cannot be stored', async () => {
    const { lookup } = await openFile(
      writeMmdb(6, {
        '81.0.0.0/8': { country_code: 'FR', city: 'Ly\0on', state1: 'Rh\u007fone' },
        '82.0.0.0/8': { country_code: 'FR', city: 'x'.repeat(201), state1: '' },
        '83.0.0.0/8': { country_code: 'FR', city: 'Lyon', state1: 'Rh\ufffdne' },
        '84.0.0.0/8': { country_code: 'FRA', city: 'Lyon', state1: 5 },
      }),
    );
    const cities = ['81.0.0.1', '82.0.0.1', '83.0.0.1', '84.0.0.1'].map((one) => lookup(one).city);
    expect(cities).toEqual(['', '', 'Lyon, FR', '']);
  });

  test('with only IPv4 networks finds nothing for IPv6', async () => {
    const { lookup } = await openFile(writeMmdb(4, { '32.0.0.0/8': paris }));
    expect(lookup('32.1.2.3').country).toBe('FR');
    expect(lookup('2001:4860:4860::8888')).toEqual(NOWHERE);
  });

  test('that does not exist leaves places empty and is reported once', () => {
    const database = join(folder, 'absent.mmdb');
    const { lookup, problems } = openLogged(database);
    expect([lookup('81.2.69.142'), lookup('2a01:e0a::1')]).toEqual([NOWHERE, NOWHERE]);
    expect(problems).toEqual([expect.stringContaining(database)]);
  });

  test.each([
    ['an empty file', Buffer.alloc(0)],
    ['a file of another kind', Buffer.from('city,country\n'.repeat(1_000))],
    ['half a file', writeMmdb(6, { '81.0.0.0/8': paris }).subarray(0, 300)],
  ])('that is %s leaves places empty and is reported once', async (_, content) => {
    const { lookup, problems } = await openFile(content);
    expect(lookup('81.2.69.142')).toEqual(NOWHERE);
    expect(problems).toHaveLength(1);
  });

  test('that is damaged inside leaves places empty and is reported once, without any address', async () => {
    const content = writeMmdb(6, { '81.0.0.0/8': paris });
    const data = content.indexOf('continent') - 2;
    const { lookup, problems } = await openFile(content.fill(0xff, data, data + 40));
    expect([lookup('81.2.69.142'), lookup('81.2.69.143')]).toEqual([NOWHERE, NOWHERE]);
    expect(problems).toHaveLength(1);
    expect(problems[0]).not.toContain('81.2');
  });

  test('with one wrong byte anywhere never makes a lookup throw', async () => {
    const content = writeMmdb(6, { '81.0.0.0/8': paris });
    for (let run = 0; run < 200; run++) {
      const broken = Buffer.from(content);
      broken[(run * 7) % broken.length] = (run * 31) % 256;
      const { lookup } = await openFile(broken);
      expect(Object.keys(lookup('81.2.69.142'))).toEqual(['continent', 'country', 'city']);
    }
  });
});

test.each([
  ['Zurich (Zurich (Kreis 11) / Oerlikon)', 'Zurich'],
  ['Zurich (Kreis 9)', 'Zurich'],
  ['Kempten (Allgau) (Dreifaltigkeit)', 'Kempten'],
  ['Kempten (Allgau)', 'Kempten'],
  ['Seoul (Euljiro 2(i)-ga)', 'Seoul'],
  ['Daegu (Suseong 2(i).3(sam)ga-dong)', 'Daegu'],
  ['Lyon (Part-Dieu', 'Lyon'],
  ['Oetwil / Oetwil an der Limmat', 'Oetwil / Oetwil an der Limmat'],
])('the districts of %j are one city', (city, expected) => {
  const flat = { country_code: 'CH', city, state1: 'R' };
  expect(toPlace(flat).city).toBe(`${expected}, R, CH`);
  const nested = { country: { iso_code: 'CH' }, city: { names: { en: city } } };
  expect(toPlace(nested).city).toBe(`${expected}, CH`);
});

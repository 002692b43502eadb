import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { cp, mkdtemp, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openCountries } from '../../../src/ingest/geo/country.ts';
import { openPlaces, type Places } from '../../../src/ingest/geo/place.ts';
import { writeMmdb } from './mmdb.ts';

/** Links to the open files of this process, on systems with /proc. */
const DESCRIPTORS = '/proc/self/fd';
const testDescriptors = existsSync(DESCRIPTORS) ? test : test.skip;
const ADDRESS = '81.2.69.142';
const of = (country: string) => writeMmdb(6, { '81.0.0.0/8': { country: { iso_code: country } } });

let folder = '';
let file = '';
let places: Places;
let lines: string[] = [];

/** Opens the file and collects log messages in `lines`. */
function open(): void {
  const note = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  places = openPlaces({ database: file, log: { info: note('info'), warn: note('warn') } });
}

/** Returns the log messages since the last call. */
const news = () => lines.splice(0);
const country = () => places.find(ADDRESS).country;

/** Replaces the file by renaming a new one, as update tools do. */
async function putInPlace(content: Buffer): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

/** Overwrites the file in place. Sets the time, because two writes within one clock tick look the same. */
let clock = 1_800_000_000;
async function writeOver(content: Buffer): Promise<void> {
  await writeFile(file, content);
  await utimes(file, clock, clock++);
}

/** The number of open descriptors of files in the folder. */
const ours = () =>
  readdirSync(DESCRIPTORS).filter((descriptor) => {
    try {
      return readlinkSync(`${DESCRIPTORS}/${descriptor}`).startsWith(folder);
    } catch {
      return false; // The descriptor of the listing itself is closed by now.
    }
  }).length;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-reload-'));
  file = join(folder, 'places.mmdb');
  lines = [];
});
afterEach(async () => {
  places.close();
  await rm(folder, { recursive: true });
});

describe('a geolocation database', () => {
  test('is used after a refresh if it was replaced by renaming, even for cached addresses', async () => {
    await writeFile(file, of('FR'));
    open();
    expect(country()).toBe('FR');
    await putInPlace(of('DE'));
    expect(country()).toBe('FR');
    places.refresh();
    expect(country()).toBe('DE');
    expect(news()).toEqual([`info: The geolocation database ${file} has changed and was loaded.`]);
  });

  test('is not reopened if it did not change, and nothing is logged', async () => {
    await writeFile(file, of('FR'));
    open();
    for (let minute = 0; minute < 3; minute++) places.refresh();
    expect([country(), news()]).toEqual(['FR', []]);
  });

  test('is used after a refresh if it was overwritten; until then lookups find nothing', async () => {
    await writeFile(file, of('FR'));
    open();
    await writeOver(of('DE'));
    expect(country()).toBe('');
    places.refresh();
    expect(country()).toBe('DE');
    expect(news()).toEqual([expect.stringContaining('info: ')]);
  });

  test('stays in use while its replacement is unreadable, with one warning', async () => {
    await writeFile(file, of('FR'));
    open();
    await putInPlace(of('DE').subarray(0, 100));
    for (let minute = 0; minute < 3; minute++) places.refresh();
    expect(country()).toBe('FR');
    expect(news()).toEqual([
      expect.stringMatching(
        /^warn: .* cannot be read: the previous one stays in use\. It is not a MaxMind DB/,
      ),
    ]);
    await putInPlace(of('DE'));
    places.refresh();
    expect(country()).toBe('DE');
    expect(news()).toEqual([expect.stringContaining('info: ')]);
  });

  test('stays in use when it is deleted, and is reloaded when it comes back', async () => {
    await writeFile(file, of('FR'));
    open();
    await rm(file);
    for (let minute = 0; minute < 2; minute++) places.refresh();
    expect(country()).toBe('FR');
    expect(news()).toEqual([expect.stringMatching(/the previous one stays in use\. ENOENT/)]);
    await writeFile(file, of('DE'));
    places.refresh();
    expect(country()).toBe('DE');
  });

  test('is not used while it is being overwritten: places are empty until it is complete', async () => {
    await writeFile(file, of('FR'));
    open();
    await truncate(file, 100);
    places.refresh();
    expect(country()).toBe('');
    expect(news()).toEqual([
      expect.stringContaining('cannot be read: the country and city of visitors are unknown.'),
    ]);
    await writeOver(of('DE'));
    places.refresh();
    expect(country()).toBe('DE');
  });

  test('is loaded later if it was missing at the start', async () => {
    open();
    places.refresh();
    expect(country()).toBe('');
    expect(news()).toEqual([
      expect.stringMatching(/^warn: .*the country and city of visitors are unknown\. ENOENT/),
    ]);
    await writeFile(file, of('FR'));
    places.refresh();
    expect(country()).toBe('FR');
    expect(news()).toEqual([expect.stringContaining('info: ')]);
  });

  test('is reported as damaged once, and again if its replacement is damaged', async () => {
    const damaged = of('FR');
    damaged.fill(0xff, damaged.indexOf('country') - 2, damaged.indexOf('country') + 10);
    await writeFile(file, damaged);
    open();
    const look = () => [places.find(ADDRESS), places.find('81.2.69.143')];
    look();
    expect(news()).toEqual([expect.stringContaining('is damaged')]);
    await cp(file, `${file}.new`);
    await rename(`${file}.new`, file);
    places.refresh();
    look();
    expect(news()).toEqual([expect.stringContaining('info: '), expect.stringContaining('is damaged')]);
  });

  testDescriptors(
    'has one open descriptor however often it is replaced, and none after it is closed',
    async () => {
      await writeFile(file, of('FR'));
      open();
      for (let minute = 0; minute < 100; minute++) {
        await putInPlace(minute % 2 === 0 ? of('DE') : Buffer.from('nothing'));
        places.refresh();
      }
      expect(news()).toHaveLength(100);
      expect(ours()).toBe(1);
      places.close();
      expect(ours()).toBe(0);
      expect(country()).toBe('');
    },
  );

  testDescriptors('is opened by the first lookup of a country, and closed with the lookup', async () => {
    await writeFile(file, of('FR'));
    open();
    const countries = openCountries(file);
    expect(ours()).toBe(1);
    expect(countries.find(ADDRESS)).toBe('FR');
    expect(ours()).toBe(2);
    countries.close();
    expect(ours()).toBe(1);
  });
});

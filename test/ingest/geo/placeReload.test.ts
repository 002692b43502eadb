import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { cp, mkdtemp, rename, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { openPlaces, type Places } from '../../../src/ingest/geo/place.ts';
import { writeMmdb } from './mmdb.ts';

/** Open files of this process, as links, where the system shows them. */
const DESCRIPTORS = '/proc/self/fd';
const ADDRESS = '81.2.69.142';
const of = (country: string) => writeMmdb(6, { '81.0.0.0/8': { country: { iso_code: country } } });

let folder = '';
let file = '';
let places: Places;
let lines: string[] = [];

/** Opens the file, and keeps what is logged in `lines`. */
function open(): void {
  const note = (level: string) => (message: string) => void lines.push(`${level}: ${message}`);
  places = openPlaces({ database: file, log: { info: note('info'), warn: note('warn') } });
}

/** What the log says since the last time. */
const news = () => lines.splice(0);
const country = () => places.find(ADDRESS).country;

/** Puts a file in the place of the one before, as tools that keep it up to date do. */
async function putInPlace(content: Buffer): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

/** Writes over the file. The time is set, as two writes within one tick of the clock would look the same. */
let clock = 1_800_000_000;
async function writeOver(content: Buffer): Promise<void> {
  await writeFile(file, content);
  await utimes(file, clock, clock++);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'footfall-reload-'));
  file = join(folder, 'places.mmdb');
  lines = [];
});
afterEach(async () => {
  places.close();
  await rm(folder, { recursive: true });
});

describe('a database of places', () => {
  test('that was replaced by renaming is in use after the next refresh, also for addresses looked up before', async () => {
    await writeFile(file, of('FR'));
    open();
    expect(country()).toBe('FR');
    await putInPlace(of('DE'));
    expect(country()).toBe('FR');
    places.refresh();
    expect(country()).toBe('DE');
    expect(news()).toEqual([`info: The database of places ${file} is new; it is read from now on.`]);
  });

  test('that did not change is not opened again, and nothing is said', async () => {
    await writeFile(file, of('FR'));
    open();
    for (let minute = 0; minute < 3; minute++) places.refresh();
    expect([country(), news()]).toEqual(['FR', []]);
  });

  test('that was written over is in use after the next refresh; until then nothing is read half and half', async () => {
    await writeFile(file, of('FR'));
    open();
    await writeOver(of('DE'));
    expect(country()).toBe('');
    places.refresh();
    expect(country()).toBe('DE');
    expect(news()).toEqual([expect.stringContaining('info: ')]);
  });

  test('stays in use while what was put in its place cannot be read; that is said once', async () => {
    await writeFile(file, of('FR'));
    open();
    await putInPlace(of('DE').subarray(0, 100));
    for (let minute = 0; minute < 3; minute++) places.refresh();
    expect(country()).toBe('FR');
    expect(news()).toEqual([
      expect.stringMatching(/^warn: .* cannot be read: the one before stays in use\. It is no MaxMind DB/),
    ]);
    await putInPlace(of('DE'));
    places.refresh();
    expect(country()).toBe('DE');
    expect(news()).toEqual([expect.stringContaining('info: ')]);
  });

  test('stays in use when it is deleted, and when it comes back is read again', async () => {
    await writeFile(file, of('FR'));
    open();
    await rm(file);
    for (let minute = 0; minute < 2; minute++) places.refresh();
    expect(country()).toBe('FR');
    expect(news()).toEqual([expect.stringMatching(/the one before stays in use\. ENOENT/)]);
    await writeFile(file, of('DE'));
    places.refresh();
    expect(country()).toBe('DE');
  });

  test('that is being written over is no longer in use: places are empty until it is whole', async () => {
    await writeFile(file, of('FR'));
    open();
    await truncate(file, 100);
    places.refresh();
    expect(country()).toBe('');
    expect(news()).toEqual([expect.stringContaining('cannot be read: visitors get no country and city.')]);
    await writeOver(of('DE'));
    places.refresh();
    expect(country()).toBe('DE');
  });

  test('that is missing at the start may come later', async () => {
    open();
    places.refresh();
    expect(country()).toBe('');
    expect(news()).toEqual([expect.stringMatching(/^warn: .*visitors get no country and city\. ENOENT/)]);
    await writeFile(file, of('FR'));
    places.refresh();
    expect(country()).toBe('FR');
    expect(news()).toEqual([expect.stringContaining('info: ')]);
  });

  test('is told to be damaged once, and once more when it was replaced by a damaged one', async () => {
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

  (existsSync(DESCRIPTORS) ? test : test.skip)(
    'has one descriptor open however often it is replaced, and none after the end',
    async () => {
      const ours = () =>
        readdirSync(DESCRIPTORS).filter((descriptor) => {
          try {
            return readlinkSync(`${DESCRIPTORS}/${descriptor}`).startsWith(folder);
          } catch {
            return false; // That of the listing itself, which is closed by now.
          }
        }).length;
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
});

import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readRules, rulesFile } from '../../scripts/timeZoneRules.ts';
import { localTime } from '../../src/calendar/clock.ts';
import { newestRules } from '../../src/calendar/zones/active.ts';
import { BUNDLED } from '../../src/calendar/zones/bundled.ts';
import { intervalAt, type RuleSource, type ZoneRules } from '../../src/calendar/zones/rules.ts';
import { systemRules } from '../../src/calendar/zones/system.ts';
import { root } from '../../src/root.ts';
import { temporaryFolder } from '../support/database.ts';
import { offsetByFile, ZONEINFO } from '../support/tzif.ts';
import { tzifFile } from '../support/tzifFile.ts';

const cached = new Map<RuleSource, Map<string, ZoneRules | null>>();

/** The difference from UTC in seconds. */
function offset(rules: RuleSource, name: string, atSeconds: number): number | undefined {
  const zones = cached.get(rules) ?? new Map<string, ZoneRules | null>();
  cached.set(rules, zones);
  const zone = zones.get(name) ?? rules.zone(name);
  zones.set(name, zone);
  return zone ? (zone.offsets[intervalAt(zone, atSeconds * 1_000)] as number) / 1_000 : undefined;
}

const seconds = (iso: string) => Date.parse(iso) / 1_000;

describe('the time zones of Footfall', () => {
  test.each([
    ['America/Vancouver', '2026-11-27T07:30:00Z', 20261127, 0],
    ['America/Edmonton', '2026-11-27T06:30:00Z', 20261127, 0],
    ['America/Inuvik', '2027-01-15T06:30:00Z', 20270115, 0],
    ['America/Yellowknife', '2027-01-15T06:30:00Z', 20270115, 0],
    ['America/Winnipeg', '2026-11-27T05:30:00Z', 20261127, 0],
    ['America/Havana', '2026-11-27T04:30:00Z', 20261127, 0],
    ['America/Havana', '2027-11-27T04:30:00Z', 20271126, 23],
    ['Africa/Casablanca', '2026-11-27T23:30:00Z', 20261127, 23],
    ['Africa/El_Aaiun', '2026-11-27T23:30:00Z', 20261127, 23],
  ])('know the changes of 2026: in %s, %s is on %i at %i', (name, iso, day, hour) => {
    expect(localTime(name, Date.parse(iso))).toEqual({ day, hour });
  });

  test('are those of the installed package: run `npm run time-zones` after an upgrade', () => {
    const file = readFileSync(path.join(root, 'src/calendar/zones/rules.json'), 'utf8');
    expect(file).toBe(rulesFile(readRules()));
  });
});

// Without time zones in the system there is nothing to compare with.
(ZONEINFO ? describe : describe.skip)('compared with the files of this machine', () => {
  let system: RuleSource;
  let names: string[];
  beforeAll(() => {
    system = systemRules(ZONEINFO as string) as RuleSource;
    names = [...system.names].sort();
    expect(names.length).toBeGreaterThan(300);
  });
  const offsetOf = (name: string, at: number) => offsetByFile(ZONEINFO as string, name, at);
  const until = (year: number) => Date.UTC(year, 0) / 1_000 - 1;

  test('the rules read from them are right in every zone at every moment until 2100', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.integer({ min: -1e9, max: until(2101) }),
        (name, at) => offset(system, name, at) === offsetOf(name, at),
      ),
      { numRuns: 5_000 },
    );
  });

  test('the rules in Footfall are the same from 2000 to the year before their release', () => {
    const max = until(Number(system.version.slice(0, 4)) - 1);
    const at = fc.integer({ min: until(2000), max });
    fc.assert(
      fc.property(
        fc.constantFrom(...names.filter((name) => BUNDLED.names.has(name))),
        at,
        (name, moment) => offset(BUNDLED, name, moment) === offsetOf(name, moment),
      ),
      { numRuns: 5_000 },
    );
  });

  test('both are right in the second before and after every change', () => {
    const wrong = names.flatMap((name) => {
      const { starts } = system.zone(name) as { starts: Float64Array };
      const moments = [...starts.slice(1)].flatMap((start) => [start / 1_000 - 1, start / 1_000]);
      return moments.filter((at) => offset(system, name, at) !== offsetOf(name, at)).map((at) => [name, at]);
    });
    expect(wrong).toEqual([]);
  });
});

describe('the time zones of the system', () => {
  let temporary: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    temporary = await temporaryFolder();
  });
  afterAll(() => temporary[Symbol.asyncDispose]());

  /** Makes a folder of time zones: the release, and the files by name. */
  function folderOf(version: string, files: Record<string, Buffer>, names = Object.keys(files)): string {
    const folder = mkdtempSync(path.join(temporary.folder, 'zones-'));
    const lines = [`# version ${version}`, '# a comment', ...names.map((name) => `L Etc/UTC ${name}`)];
    writeFileSync(path.join(folder, 'tzdata.zi'), lines.join('\n'));
    for (const [name, file] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), file);
    }
    return folder;
  }
  const CHANGES = [{ at: seconds('2090-05-01T00:00:00Z'), offset: 5 * 3_600 }];
  const BERLIN = tzifFile(3_600, CHANGES, '<+05>-5');

  test('are used if their release is newer', () => {
    const rules = newestRules(folderOf('2089a', { 'Europe/Berlin': BERLIN, 'Europe/Newtown': BERLIN }));
    expect(rules.version).toBe('2089a');
    expect(offset(rules, 'Europe/Berlin', seconds('2026-07-01T00:00:00Z'))).toBe(3_600);
    expect(offset(rules, 'Europe/Newtown', seconds('2091-01-01T00:00:00Z'))).toBe(5 * 3_600);
    expect(rules.names.has('Europe/Newtown')).toBe(true);
  });

  test('are not used if their release is older or the same', () => {
    for (const version of ['2019c', BUNDLED.version]) {
      const rules = newestRules(folderOf(version, { 'Europe/Berlin': BERLIN }));
      expect(rules).toBe(BUNDLED);
    }
  });

  test('are completed by those of Footfall, also where a file cannot be read', () => {
    const broken = { 'Europe/Rome': Buffer.from('TZif'), 'Europe/Oslo': Buffer.from('x'.repeat(100)) };
    const rules = newestRules(folderOf('2089a', broken, [...Object.keys(broken), 'Europe/Paris', 'Nowhere']));
    for (const name of ['Europe/Rome', 'Europe/Oslo', 'Europe/Paris', 'Asia/Tokyo'])
      expect(rules.zone(name)).toEqual(BUNDLED.zone(name));
    expect(rules.zone('Nowhere')).toBeNull();
  });

  test.each(['/no/such/folder', root])('are not used if the folder has no release: %s', (folder) => {
    expect(systemRules(folder)).toBeNull();
    expect(newestRules(folder)).toBe(BUNDLED);
  });

  test.each([
    ['EST5EDT,M3.2.0,M11.1.0', 'America/New_York'],
    ['CET-1CEST,M3.5.0,M10.5.0/3', 'Europe/Berlin'],
    ['<-04>4<-03>,M9.1.6/24,M4.1.6/24', 'America/Santiago'],
    ['<-02>2<-01>,M3.5.0/-1,M10.5.0/0', 'America/Nuuk'],
    ['IST-2IDT,M3.4.4/26,M10.5.0', 'Asia/Jerusalem'],
    ['<+1030>-10:30<+11>-11,M10.1.0,M4.1.0', 'Australia/Lord_Howe'],
    ['EET-2EEST,M4.5.5/0,M10.5.4/24', 'Africa/Cairo'],
    ['<-03>3', 'America/Sao_Paulo'],
  ])('with the rule %s at the end of a file have the hours of %s', (footer, name) => {
    // The file has one change in 2027, and the rule from then on.
    const start = seconds('2027-01-01T00:00:00Z');
    const now = offset(BUNDLED, name, start) as number;
    const rules = newestRules(
      folderOf('2089a', { [name]: tzifFile(0, [{ at: start, offset: now }], footer) }),
    );
    const at = fc.integer({ min: start, max: seconds('2100-12-31T00:00:00Z') });
    fc.assert(
      fc.property(at, (moment) => offset(rules, name, moment) === offset(BUNDLED, name, moment)),
      { numRuns: 500 },
    );
  });
});

import { describe, expect, test } from '@jest/globals';
import { ABBREVIATIONS } from '../../src/calendar/zones/abbreviations.ts';
import { isTimeZone } from '../../src/calendar/zones/names.ts';
import { similarTimeZones } from '../../src/calendar/zones/similar.ts';

describe('similarTimeZones', () => {
  test.each([
    ['BST', ['Europe/London', 'Asia/Dhaka']],
    ['IST', ['Asia/Kolkata', 'Asia/Jerusalem', 'Europe/Dublin']],
    ['pst', ['America/Los_Angeles', 'Asia/Manila']],
    ['SystemV/PST8PDT', ['America/Los_Angeles']],
    ['SystemV/PST8', ['Etc/GMT+8']],
  ])('the abbreviation %s may stand for %j', (typed, names) => {
    expect(similarTimeZones(typed)).toEqual(names);
  });

  test.each([
    ['Asia/KOLKATA', 'Asia/Kolkata'],
    ['europe/paris', 'Europe/Paris'],
    ['utc', 'UTC'],
    [' Europe/Paris ', 'Europe/Paris'],
    ['America/New York', 'America/New_York'],
    ['América/São_Paulo', 'America/Sao_Paulo'],
    ['Berlin', 'Europe/Berlin'],
    ['Canada/Vancouver', 'America/Vancouver'],
    ['Europe/Berln', 'Europe/Berlin'],
    ['Vancover', 'America/Vancouver'],
  ])('%j is a spelling of %s', (typed, name) => {
    expect(similarTimeZones(typed)[0]).toBe(name);
  });

  test.each(['', ' ', '+02:00', 'GMT+5', 'UTC+2', 'Mars', 'Mars/Base', 'constructor', 'x'.repeat(100_000)])(
    '%.40j is like no name',
    (typed) => {
      expect(similarTimeZones(typed)).toEqual([]);
    },
  );

  test('no abbreviation is a time zone, and each stands for time zones', () => {
    const entries = Object.entries(ABBREVIATIONS);
    expect(entries.map(([name]) => name).filter(isTimeZone)).toEqual([]);
    const names = entries.flatMap(([, meant]) => meant);
    expect(names.filter((name) => !isTimeZone(name))).toEqual([]);
  });
});

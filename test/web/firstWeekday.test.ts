import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { firstWeekday, weekdayOfRegion } from '../../src/web/stats/header/firstWeekday.ts';

test.each([
  ['en-US', ['en-US'], 0],
  ['en-GB', ['en-GB', 'en-US'], 1],
  ['de', ['de'], 1],
  ['de-AT', ['de-AT'], 1],
  ['ar-EG', ['ar-EG'], 6],
  // English was chosen on the page of somebody in Germany.
  ['en', ['de-DE', 'de'], 1],
  ['en', ['en'], 0],
  ['en', ['en-US@posix'], 0],
])('with the page in %s for somebody with %j, the week begins on day %d', (page, own, day) => {
  expect(firstWeekday(page, own)).toBe(day);
});

test('the table for browsers that do not know agrees with those that do', () => {
  const regions = readFileSync('/usr/share/zoneinfo/iso3166.tab', 'utf8').match(/^[A-Z]{2}(?=\t)/gm) ?? [];
  expect(regions.length).toBeGreaterThan(200);
  const others = regions.filter((region) => firstWeekday(`en-${region}`, []) !== weekdayOfRegion(region));
  // Until CLDR 47, of Node 20.19, the week of Iceland began on Monday.
  expect(others).toEqual(Number(process.versions.cldr) < 48 ? ['IS', 'MV'] : ['MV']);
});

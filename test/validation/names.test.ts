import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { camelCase, closestName, nameHelp } from '../../src/validation/names.ts';

const NAMES = ['country', 'landing_page', 'utm_source', 'os', 'page'];

test('converts snake_case to camelCase', () => {
  expect(['country', 'landing_page', 'a_b_c'].map(camelCase)).toEqual(['country', 'landingPage', 'aBC']);
});

test.each([
  ['contry', 'country'],
  ['COUNTRY', 'country'],
  ['countyr', 'country'],
  ['landingPage', 'landing_page'],
  ['landing-page', 'landing_page'],
  ['utmsorce', 'utm_source'],
  ['OS', 'os'],
  ['paeg', null],
  ['so', null],
  ['', null],
  ['browser', null],
  ['x'.repeat(41), null],
])('for %j finds %j', (typed, found) => {
  expect(closestName(typed, NAMES)).toBe(found);
});

test('finds every name with one wrong letter in four', () => {
  const mistyped = fc
    .tuple(
      fc.constantFrom(...NAMES.filter(({ length }) => length >= 4)),
      fc.nat(),
      fc.constantFrom('', 'x', 'xx'),
    )
    .map(([name, at, letter]): [string, string] => {
      const place = at % name.length;
      return [name, name.slice(0, place) + letter + name.slice(place + 1)];
    })
    .filter(([name, typed]) => typed.length <= name.length);
  fc.assert(fc.property(mistyped, ([name, typed]) => expect(closestName(typed, NAMES)).toBe(name)));
});

test('proposes the closest name, or lists all', () => {
  expect(nameHelp('contry', NAMES)).toBe('Did you mean "country"?');
  expect(nameHelp('size', NAMES)).toBe('Must be one of: country, landing_page, utm_source, os, page.');
});

import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { casesOf } from '../../src/db/sql/cases.ts';
import { foldCase } from '../../src/validation/caseFold.ts';

test.each([
  ['ASCII', 'Hello, World!', 'hello, world!'],
  ['accents', 'CRÈME Brûlée', 'crème brûlée'],
  ['all three sigmas', 'ΣΊΣΥΦΟΣ σίσυφος', 'σίσυφοσ σίσυφοσ'],
  ['the Kelvin sign', '5 \u212a', '5 k'],
  ['a sharp s, which stays one letter', 'STRAẞE straße', 'straße straße'],
  ['a dotted capital I, which stays itself', 'İ', 'İ'],
  ['letters beyond the basic plane', '𐐀𐐨😀', '𐐨𐐨😀'],
  ['scripts without case', '日本語', '日本語'],
  ['lone surrogates', 'A\ud800Ä\udc00', 'a\ud800ä\udc00'],
])('folds %s', (_, text, folded) => {
  expect(foldCase(text)).toBe(folded);
});

test('folds two characters alike exactly if the search in the database treats them as equal', () => {
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const letter = String.fromCodePoint(code);
    const equal = casesOf(letter) ?? letter;
    const folded = foldCase(letter);
    // The folded letter is one of its equals, so letters that are not equal have different ones.
    if (!equal.includes(folded) || folded !== foldCase(folded)) wrong.push(letter);
    else if (equal !== letter && [...equal].some((other) => foldCase(other) !== folded)) wrong.push(letter);
  }
  expect(wrong).toEqual([]);
});

test('folds each character of a text by itself, and a folded text stays as it is', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(text, text, (first, second) => {
      const folded = foldCase(first);
      expect(folded).toBe([...first].map(foldCase).join(''));
      expect([...folded]).toHaveLength([...first].length);
      expect(foldCase(folded)).toBe(folded);
      expect(foldCase(first + second)).toBe(folded + foldCase(second));
    }),
  );
});

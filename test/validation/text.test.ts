import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cleanText, cutText } from '../../src/validation/text.ts';

describe('cleanText', () => {
  test.each([
    ['a\u0000b\u001bc\u007fd\u0085e', 'abcde'],
    ['\u202egpj.exe\u202c \u2066x\u2069\u061c\u200e\u200f', 'gpj.exe x'],
    ['a\u200bb\u2060c\ufeffd\u00ade\u180ef\u3164', 'abcdef'],
    ['a\u200cb\u200dc\ufe0fd\u200d', 'abcd'],
    ['a\ufe0f\ufe0fb\u200d\u200d', 'ab'],
    ['a\u2028b\u2029c', 'abc'],
    ['a\ud800b', 'a\ufffdb'],
    ['tags \u{e0041}\u{e007f}', 'tags '],
  ])('%j becomes %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  test.each(['Crème brûlée', 'می\u200cخواهم', 'क्\u200dष', '👩\u200d👧', '👍🏽', '日本語', 'שלום'])(
    'leaves %j unchanged',
    (text) => {
      expect(cleanText(text)).toBe(text);
    },
  );

  test('leaves no invisible characters except joiners between others, and is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const clean = cleanText(text);
        expect(clean).not.toMatch(/[\p{Cc}\p{Cs}\p{Bidi_C}\u200b\u2060\ufeff]/u);
        expect(clean).not.toMatch(/^[\u200c\u200d]|[\u200c\u200d]$/);
        expect(cleanText(clean)).toBe(clean);
      }),
    );
  });
});

test('cutText cuts no character in half', () => {
  expect(cutText('abc', 3)).toBe('abc');
  expect(cutText('ab😀', 3)).toBe('ab');
  expect(cutText('ab cd', 3)).toBe('ab');
});

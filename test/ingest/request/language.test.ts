import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { primaryLanguage } from '../../../src/ingest/request/language.ts';

describe('primaryLanguage', () => {
  test.each([
    ['en', 'en'],
    ['en-GB', 'en'],
    ['EN_us', 'en'],
    [' pt-BR ', 'pt'],
    ['zh-Hant-TW', 'zh'],
    ['fil', 'fil'],
    ['eng', 'en'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['en;q=0.5, de-AT', 'de'],
    ['fr;q=1', 'fr'],
  ])('%j is read as %s', (language, expected) => {
    expect(primaryLanguage(language, undefined)).toBe(expected);
  });

  test.each(['', '*', 'e', 'english', 'qq', 'zzz', 'und', 'zxx', '12', 'en;DROP', 'en\0', 'i-klingon'])(
    '%j is not a known language',
    (language) => {
      expect(primaryLanguage(language, undefined)).toBe('');
    },
  );

  test.each([
    ['fr-CH, fr;q=0.9, en;q=0.8', 'fr'],
    ['en;q=0.5, de;q=0.9, fr;q=0.9', 'de'],
    ['de;q=0, en;q=0.1', 'en'],
    [' ,da', 'da'],
    ['*', ''],
    ['', ''],
    ['en;q=x', 'en'],
  ])('without a valid language from the tracker, the header %j gives %j', (header, expected) => {
    expect(primaryLanguage(undefined, header)).toBe(expected);
    expect(primaryLanguage('nonsense', header)).toBe(expected);
  });

  test('the language from the tracker takes precedence over the header', () => {
    expect(primaryLanguage('nl', 'fr')).toBe('nl');
  });

  test('returns two or three lower-case letters or nothing for any input', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string(), (language, header) => {
        expect(primaryLanguage(language, header)).toMatch(/^(?:[a-z]{2,3})?$/);
      }),
    );
    fc.assert(
      fc.property(fc.stringMatching(/^[a-zA-Z]{2,3}$/), (tag) => {
        expect(primaryLanguage(tag, undefined)).toMatch(/^(?:[a-z]{2,3})?$/);
      }),
    );
  });
});

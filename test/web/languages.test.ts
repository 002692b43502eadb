import { describe, expect, test } from '@jest/globals';
import { localeOf, preferredLanguage } from '../../src/texts/languages.ts';

describe('preferredLanguage', () => {
  test.each([
    [['de-AT', 'en'], 'de'],
    [['fr', 'de'], 'de'],
    [['EN-us'], 'en'],
    [['fr', null, 'x'], 'en'],
    [[], 'en'],
  ])('of %j is %s', (tags, language) => {
    expect(preferredLanguage(tags)).toBe(language);
  });
});

describe('localeOf', () => {
  test.each([
    ['de', ['en-GB', 'de-AT'], 'de-AT'],
    ['en', ['de', 'en-gb'], 'en-GB'],
    ['de', ['en'], 'de'],
  ] as const)('for %s among %j is %s', (language, tags, locale) => {
    expect(localeOf(language, tags)).toBe(locale);
  });

  test('is the language for a tag that is none, as Chromium reports it under a POSIX locale', () => {
    expect(localeOf('en', ['en-US@posix'])).toBe('en');
  });
});

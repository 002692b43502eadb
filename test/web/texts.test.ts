import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { compiledTexts, findValues, textProblems } from '../../scripts/textProblems.ts';
import { LANGUAGE_NAMES, readTexts } from '../../scripts/texts.ts';
import { TooManyAttempts } from '../../src/auth/attempts.ts';
import { root } from '../../src/root.ts';
import { compileTexts, ENGLISH_TEXTS } from '../../src/texts/compile.ts';
import { ENGLISH } from '../../src/texts/en/index.ts';
import { PAGES } from '../../src/texts/languages.ts';
import { keysUsedIn, modulesOf } from '../support/usedTexts.ts';

const KEYS = Object.keys(ENGLISH_TEXTS);
/** The names of units among numbers, of pages and of mails. */
const FORMATS = path.join(root, 'src/stats/formatWords.ts');
const LABELS = path.join(root, 'src/stats/labelWords.ts');
const others = LANGUAGE_NAMES.filter((language) => language !== 'en');

test('no key is in two parts of the English texts', () => {
  const keys = Object.values(ENGLISH).flatMap((part) => Object.keys(part));
  expect(keys.length).toBeGreaterThan(600);
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

test('every other language has a file', () => {
  const files = readdirSync(path.join(root, 'src/texts')).filter((name) => name.endsWith('.json'));
  expect(files.sort()).toEqual(others.map((language) => `${language}.json`).sort());
  expect(others).toContain('de');
});

test.each(others)(
  'the texts in %s are complete, with the values and plural forms they need',
  async (name) => {
    expect(textProblems(name, await readTexts(name))).toEqual([]);
  },
);

test('what is wrong in a language is found', () => {
  const wrong = {
    ...Object.fromEntries(Object.entries(ENGLISH_TEXTS).filter(([key]) => key !== 'button.close')),
    'delete.sure': 'Löschen?',
    'missing.address': 'Zur <b>Startseite</b>',
    'websites.count': '{count, plural, other {# Websites}}',
    'no.such.key': 'Text',
  };
  expect(textProblems('de', wrong)).toEqual([
    'button.close is missing.',
    'no.such.key is not a key of the English texts.',
    'missing.address must have <link>; got <b>.',
    'delete.sure must have domain; got none.',
    'websites.count must have the plural forms one, other.',
  ]);
  const english = compiledTexts(ENGLISH_TEXTS);
  expect(findValues(english['firstHit.policy'] ?? '')).toEqual(['<code>', 'domain', 'origin']);
  expect(findValues(english['format.points'] ?? '')).toEqual(['plural size', 'signed']);
  expect(() => compileTexts({ ...ENGLISH_TEXTS, 'delete.sure': '{' }, 'app')).toThrow(/delete\.sure/);
});

test.each(PAGES)('the page %s uses only keys that it has, and all of its own keys are used', (page) => {
  const modules = modulesOf(page);
  expect(modules.length).toBeGreaterThan(40);
  const used = keysUsedIn(page === 'stats' ? [...modules, LABELS] : modules, KEYS);
  const own = Object.keys({ ...ENGLISH.shared, ...ENGLISH[page] });
  expect([...used].filter((key) => !own.includes(key)).sort()).toEqual([]);
  // Messages of the server are found by their text, and names of values by the value.
  const byData = /^(server|continent|device|channel)\.|^(noscript|notShown)$/;
  const unused = Object.keys(ENGLISH[page]).filter((key) => !used.has(key) && !byData.test(key));
  expect(unused).toEqual([]);
});

test('the shared texts are used by a page', () => {
  const modules = [...modulesOf('stats'), ...modulesOf('app'), FORMATS];
  const used = keysUsedIn(modules, KEYS);
  const unused = Object.keys(ENGLISH.shared).filter((key) => !used.has(key) && !key.startsWith('server.'));
  expect(unused).toEqual(['notShown', 'noscript']);
});

test('all texts of mails are used', () => {
  const folder = path.join(root, 'src/reports');
  const modules = readdirSync(folder).map((name) => path.join(folder, name));
  const used = keysUsedIn(modules, KEYS);
  expect(Object.keys(ENGLISH.mails).filter((key) => !used.has(key))).toEqual([]);
});

test('the messages of the server are those that it sends', () => {
  const source = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/^(web\/|texts\/|generated)/.test(file))
    .map((file) => readFileSync(path.join(root, 'src', file), 'utf8').replace(/' \+\s+'/g, ''))
    .join('\n');
  const wrong = Object.entries(ENGLISH.shared)
    .filter(([key]) => key.startsWith('server.') && !/^server\.tooMany(Passwords|Codes)/.test(key))
    .filter(([key]) => {
      const texts = (ENGLISH_TEXTS[key] ?? '').split(/\{\w+\}/);
      // Some names are put in front of a message elsewhere.
      const parts = texts.map((text) => text.trim()).filter((part) => part.length > 1);
      return parts.length === 0 || !parts.every((part) => source.includes(part));
    });
  expect(wrong).toEqual([]);
  for (const what of ['Passwords', 'Codes']) {
    const refusal = (retryMs: number) =>
      new TooManyAttempts(`Too many wrong ${what.toLowerCase()}.`, { ok: false, retryMs, first: true })
        .message;
    expect(refusal(60_000)).toBe(ENGLISH_TEXTS[`server.tooMany${what}One`]);
    expect(refusal(120_000)).toBe(ENGLISH_TEXTS[`server.tooMany${what}`]?.replace('{minutes}', '2'));
  }
});

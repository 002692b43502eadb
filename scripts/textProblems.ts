import type { CompiledMessage } from 'icu-minify/format';
import { compileTexts, ENGLISH_TEXTS } from '../src/texts/compile.ts';
import { PAGES } from '../src/texts/languages.ts';

/** The kinds of places in compiled messages, which icu-minify writes as numbers. */
const KINDS: Readonly<Record<number, string>> = { 1: 'select', 2: 'plural', 3: 'selectordinal' };

/** The values and tags of a text, sorted: `domain`, `plural count`, `<link>`. */
export function findValues(message: CompiledMessage): string[] {
  const found = new Set<string>();
  const visitAll = (parts: unknown): void => {
    if (Array.isArray(parts)) for (const part of parts) visit(part);
  };
  function visit(place: unknown): void {
    if (!Array.isArray(place)) return;
    const [name, kind, ...rest] = place as [string, unknown, ...unknown[]];
    if (place.length === 1) found.add(name);
    else if (typeof kind === 'number') {
      found.add(`${KINDS[kind] ?? kind} ${name}`);
      for (const branch of Object.values((rest[0] ?? {}) as object)) visitAll(branch);
    } else {
      found.add(`<${name}>`);
      visitAll([kind, ...rest]);
    }
  }
  visitAll(message);
  return [...found].sort();
}

/** The compiled texts of all pages and of mails. */
export const compiledTexts = (texts: Readonly<Record<string, string>>): Record<string, CompiledMessage> =>
  Object.assign({}, ...[...PAGES, 'mails' as const].map((part) => compileTexts(texts, part)));

/**
 * Compares the texts of a language with the English ones.
 * @returns one line for each problem; none if the language is complete.
 */
export function textProblems(language: string, texts: Readonly<Record<string, string>>): string[] {
  const keys = Object.keys(ENGLISH_TEXTS);
  const missing = keys.filter((key) => !Object.hasOwn(texts, key)).map((key) => `${key} is missing.`);
  const unknown = Object.keys(texts)
    .filter((key) => !Object.hasOwn(ENGLISH_TEXTS, key))
    .map((key) => `${key} is not a key of the English texts.`);
  const [own, english] = [compiledTexts({ ...ENGLISH_TEXTS, ...texts }), compiledTexts(ENGLISH_TEXTS)];
  const different = Object.entries(english).flatMap(([key, message]) => {
    const [wanted, found] = [findValues(message), findValues(own[key] ?? '')];
    return wanted.join() === found.join()
      ? []
      : [`${key} must have ${wanted.join(', ') || 'no values'}; got ${found.join(', ') || 'none'}.`];
  });
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const incomplete = Object.entries(texts)
    .filter(([, text]) => text.includes(', plural,') && !forms.every((form) => text.includes(`${form} {`)))
    .map(([key]) => `${key} must have the plural forms ${forms.join(', ')}.`);
  return [...missing, ...unknown, ...different, ...incomplete];
}

import compileMessage from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { ENGLISH } from './en/index.ts';
import type { PageName } from './languages.ts';

/** Compiled texts by key. */
export type Texts = Record<string, CompiledMessage>;

/**
 * Compiles the texts of a page: the shared ones and its own. Runs while the pages are built and in tests.
 * @param all the texts of a language by key.
 * @throws Error if a text is missing or is not valid ICU MessageFormat.
 */
export function compileTexts(all: Readonly<Record<string, string>>, page: PageName): Texts {
  const keys = Object.keys({ ...ENGLISH.shared, ...ENGLISH[page] });
  return Object.fromEntries(
    keys.flatMap((key) => {
      const own = [key, compiled(key, all[key])] as const;
      if (!key.startsWith('server.')) return [own];
      // Messages of the server are recognized by their English text, and replaced in other languages.
      return all[key] === ENGLISH_TEXTS[key] ? [] : [own, [`en:${key}`, compiled(key, ENGLISH_TEXTS[key])]];
    }),
  );
}

function compiled(key: string, text: string | undefined): CompiledMessage {
  if (text === undefined) throw new Error(`The text ${key} is missing.`);
  try {
    return compileMessage(text);
  } catch (error) {
    throw new Error(`The text ${key} is not valid: ${(error as Error).message}`, { cause: error });
  }
}

/** All English texts by key, on one line each: in the sources, long texts have several. */
export const ENGLISH_TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({ ...ENGLISH.shared, ...ENGLISH.stats, ...ENGLISH.app }).map(([key, text]) => [
    key,
    text.replace(/\s*\n\s*/g, ' '),
  ]),
);

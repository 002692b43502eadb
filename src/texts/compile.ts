import compileMessage from 'icu-minify/compile';
import type { CompiledMessage } from 'icu-minify/format';
import { ENGLISH } from './en/index.ts';
import { labels } from './en/labels.ts';
import { roles } from './en/roles.ts';
import type { PageName } from './languages.ts';

/** Compiled texts by key. */
export type Texts = Record<string, CompiledMessage>;

/** What has texts of its own: a page, or the mails of the server. */
export type Part = PageName | 'mails';

const KEYS: Readonly<Record<Part, readonly string[]>> = {
  stats: Object.keys({ ...ENGLISH.shared, ...ENGLISH.stats }),
  app: Object.keys({ ...ENGLISH.shared, ...ENGLISH.app }),
  mails: Object.keys({ ...ENGLISH.shared, ...labels, ...roles, ...ENGLISH.mails }),
};

/**
 * Compiles the texts of a page or of the mails: the shared ones and its own. Runs while the pages are built,
 * and when the first mail in a language is composed.
 * @param all the texts of a language by key.
 * @throws Error if a text is missing or is not valid ICU MessageFormat.
 */
export function compileTexts(all: Readonly<Record<string, string>>, part: Part): Texts {
  return Object.fromEntries(
    KEYS[part].flatMap((key) => {
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
  Object.entries({ ...ENGLISH.shared, ...ENGLISH.stats, ...ENGLISH.app, ...ENGLISH.mails }).map(
    ([key, text]) => [key, text.replace(/\s*\n\s*/g, ' ')],
  ),
);

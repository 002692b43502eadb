import { compileTexts, ENGLISH_TEXTS } from './compile.ts';
import type { Language } from './languages.ts';
import { type Translator, translatorOf } from './translator.ts';

/**
 * Reads and compiles the texts of mails in a language. The server needs no other texts: the pages load theirs
 * from the build (scripts/build-web.ts).
 */
export async function readMailTexts(language: Language): Promise<Translator> {
  // The bundler includes all files that the name can have.
  const texts =
    language === 'en'
      ? ENGLISH_TEXTS
      : (await import(`./${language}.json`, { with: { type: 'json' } })).default;
  return translatorOf(language, compileTexts(texts, 'mails'));
}

import { compileTexts, ENGLISH_TEXTS } from './compile.ts';
import type { Language } from './languages.ts';
import { type Translator, translatorOf } from './translator.ts';

const translators = new Map<Language, Promise<Translator>>();

/**
 * Returns the texts of mails in a language. Reads and compiles them at the first call. The server needs no
 * other texts: the pages load theirs from the build (scripts/build-web.ts).
 */
export function mailTexts(language: Language): Promise<Translator> {
  const known = translators.get(language) ?? read(language);
  translators.set(language, known);
  return known;
}

async function read(language: Language): Promise<Translator> {
  // The bundler includes all files that the name can have.
  const texts =
    language === 'en'
      ? ENGLISH_TEXTS
      : (await import(`./${language}.json`, { with: { type: 'json' } })).default;
  return translatorOf(language, compileTexts(texts, 'mails'));
}

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../src/root.ts';
import { compileTexts, ENGLISH_TEXTS } from '../src/texts/compile.ts';
import { LANGUAGES, type Language, PAGES, type PageName } from '../src/texts/languages.ts';

export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as Language[];

/** The texts of a language by key. English has its own in the sources, the others a file each. */
export async function readTexts(language: Language): Promise<Record<string, string>> {
  if (language === 'en') return { ...ENGLISH_TEXTS };
  return JSON.parse(await readFile(path.join(root, `src/texts/${language}.json`), 'utf8'));
}

/** A file of the build with the compiled texts of a language and a page. */
export interface TextFile {
  language: Language;
  page: PageName;
  /** Its path in the build, named after its content. */
  file: string;
  content: string;
}

/** Compiles the texts of all languages and pages. */
export async function compileAll(): Promise<TextFile[]> {
  const files = LANGUAGE_NAMES.map(async (language) => {
    const texts = await readTexts(language);
    return PAGES.map((page) => {
      const content = JSON.stringify(compileTexts(texts, page));
      const hash = createHash('sha256').update(content).digest('hex').slice(0, 8);
      return { language, page, content, file: `assets/texts-${page}-${language}-${hash}.json` };
    });
  });
  return (await Promise.all(files)).flat();
}

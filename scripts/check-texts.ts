/**
 * `npm run texts`: lists what the languages of the pages lack, and fails if there is anything.
 * `npm run texts -- --new fr` writes a file with the English texts for a new language.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../src/root.ts';
import { ENGLISH_TEXTS } from '../src/texts/compile.ts';
import { textProblems } from './textProblems.ts';
import { LANGUAGE_NAMES, readTexts } from './texts.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);
const { values } = parseArgs({ options: { new: { type: 'string' } } });

if (values.new !== undefined) await create(values.new);
else await check();

async function create(language: string): Promise<void> {
  const file = path.join(root, `src/texts/${language}.json`);
  if (!/^[a-z]{2,3}$/.test(language))
    throw new Error(`The language must be a code of two or three letters, such as fr; got ${language}.`);
  if (existsSync(file)) throw new Error(`${file} exists already.`);
  await writeFile(file, `${JSON.stringify(ENGLISH_TEXTS, null, 2)}\n`);
  say(`Wrote ${file}. Translate its texts, and add ${language} to src/texts/languages.ts.`);
}

async function check(): Promise<void> {
  for (const language of LANGUAGE_NAMES) {
    const problems = textProblems(language, await readTexts(language));
    say(`${language}: ${problems.length === 0 ? 'complete' : `${problems.length} problems`}`);
    for (const problem of problems) say(`  ${problem}`);
    if (problems.length > 0) process.exitCode = 1;
  }
}

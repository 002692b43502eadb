/**
 * `npm run schema:postgresql`: derives prisma/schema.postgresql.prisma from prisma/schema.prisma, the single
 * source of the models. With `--check` it fails if the derived file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../src/root.ts';

const source = await readFile(path.join(root, 'prisma/schema.prisma'), 'utf8');
const file = path.join(root, 'prisma/schema.postgresql.prisma');

/** Replaces a text that must occur exactly once. */
function replaced(text: string, before: string | RegExp, after: string): string {
  const found = text.split(before).length - 1;
  if (found !== 1)
    throw new Error(`prisma/schema.prisma must contain ${String(before)} once; found ${found}.`);
  return text.replace(before, after);
}

let text = `// Derived from schema.prisma by \`npm run schema:postgresql\`. Do not edit.\n\n${source}`;
text = replaced(text, '"../src/generated/prisma"', '"../src/generated/postgresql"');
text = replaced(text, '"sqlite"', '"postgresql"');
// Pothos uses the types of the SQLite models, which are the same.
text = replaced(text, /generator pothos \{[^}]*\}\n\n/, '');

if (!process.argv.includes('--check')) {
  await writeFile(file, text);
} else if (text !== (await readFile(file, 'utf8').catch(() => ''))) {
  process.stderr.write(
    'prisma/schema.postgresql.prisma is out of date: ' +
      'run `npm run schema:postgresql` and commit the changes.\n',
  );
  process.exitCode = 1;
}

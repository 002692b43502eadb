/**
 * `npm run schema`: prints the GraphQL schema to schema.graphql; with `--check` it fails if that file is out
 * of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { schema } from '../src/graphql/schema/index.ts';
import { root } from '../src/root.ts';

const file = path.join(root, 'schema.graphql');
const text =
  '# Printed from src/graphql/schema by `npm run schema`. Do not edit.\n\n' +
  `${printSchema(lexicographicSortSchema(schema))}\n`;

if (!process.argv.includes('--check')) {
  await writeFile(file, text);
} else if (text !== (await readFile(file, 'utf8').catch(() => ''))) {
  process.stderr.write('schema.graphql is out of date: run `npm run codegen` and commit the changes.\n');
  process.exitCode = 1;
}

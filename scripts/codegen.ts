/**
 * Generates the types of the GraphQL documents of the pages and the tests from schema.graphql, as codegen.ts
 * describes. `npm run build` runs it first. It does what the `graphql-codegen` command does, without the 150
 * packages of that command (docs/decisions/045-generated-documents.md).
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { preset } from '@graphql-codegen/client-preset';
import { codegen } from '@graphql-codegen/core';
import type { Types } from '@graphql-codegen/plugin-helpers';
import { buildASTSchema, type DocumentNode, parse, Source } from 'graphql';
import { glob } from 'tinyglobby';
import config from '../codegen.ts';
import { root } from '../src/root.ts';

type Output = (typeof config.generates)[keyof typeof config.generates];

/** A call of `graphql` with a document. TypeScript finds its type by its text, so it contains no `${…}`. */
const DOCUMENT = /\bgraphql\(\s*`((?:[^`\\$]|\$(?!\{))*)`/g;

/** Reads the documents in the source files that match the patterns. */
async function readDocuments(patterns: string[]): Promise<Types.DocumentFile[]> {
  const files = (await glob(patterns, { cwd: root })).sort();
  const found = files.map(async (file) => {
    const code = await readFile(path.join(root, file), 'utf8');
    return [...code.matchAll(DOCUMENT)].map(([, text = '']) => ({
      location: file,
      rawSDL: text,
      document: parse(new Source(text, file)),
    }));
  });
  return (await Promise.all(found)).flat();
}

/** Writes a file if its content changes, because tests or an editor may be reading it. */
async function writeChanged(file: string, content: string): Promise<void> {
  if (content === (await readFile(file, 'utf8').catch(() => null))) return;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, content);
}

/** Generates the files of one folder. */
async function generate(folder: string, output: Output, schema: DocumentNode): Promise<void> {
  const documents = await readDocuments(output.documents);
  // The image is built without the folder `test`.
  if (documents.length === 0) return;
  const files = await preset.buildGeneratesSection({
    baseOutputDir: folder,
    presetConfig: output.presetConfig,
    config: { ...output.config, importExtension: config.importExtension },
    schema,
    schemaAst: buildASTSchema(schema),
    documents,
    plugins: [],
    pluginMap: {},
  });
  for (const file of files) await writeChanged(path.join(root, file.filename), await codegen(file));
}

const schema = parse(await readFile(path.join(root, config.schema), 'utf8'));
try {
  for (const [folder, output] of Object.entries(config.generates)) await generate(folder, output, schema);
} catch (error) {
  process.stderr.write(`${error}\n\nIf the schema has changed, run \`npm run codegen\`.\n`);
  process.exitCode = 1;
}

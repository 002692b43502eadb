import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../../src/root.ts';
import { blocksOf } from '../documents/blocks.ts';
import type { Project } from './project.ts';
import { TRIALS } from './recipes.ts';
import type { Footfall } from './server.ts';
import type { Trial } from './trial.ts';

export const DOCUMENT = 'docs/graphql-clients.md';

/** Reports the result of a check; null for a success. */
export type Report = (what: string, problem: string | null) => void;

/** The recipes by the name of their file, without `.ts`. */
export function readRecipes(): Map<string, string> {
  const found = blocksOf(DOCUMENT).flatMap(({ language, text }): [string, string][] => {
    const name = language === 'ts' ? /^\/\/ (\w+)\.ts\n/.exec(text)?.[1] : undefined;
    return name === undefined ? [] : [[name, text]];
  });
  return new Map(found);
}

/** The JSON block of the document that contains a text. */
function jsonWith(text: string): string {
  const block = blocksOf(DOCUMENT).find((each) => each.language === 'json' && each.text.includes(text));
  if (!block) throw new Error(`${DOCUMENT} has no JSON with ${text}.`);
  return block.text;
}

/** Runs a trial, and compares what it prints. @returns the problem; null for none. */
export async function runTrial(
  project: Project,
  file: string,
  trial: Trial,
  server: Footfall,
): Promise<string | null> {
  const { id, key } = trial.live ? await server.newKey() : { id: 0, key: server.key };
  const lines: string[] = [];
  try {
    for await (const line of project.program(file, { KEY: trial.wrongKey ? 'ff_no' : key })) {
      lines.push(line);
      if (trial.live && lines.length === 1) await server.restart();
      if (trial.live && lines.length === 2) await server.revoke(id);
      // Clients that do not report the end keep running.
      if (trial.live && lines.length === trial.prints.length) break;
    }
  } catch (error) {
    return String(error);
  }
  const [expected, got] = [JSON.stringify(trial.prints), JSON.stringify(lines)];
  return got === expected ? null : `expected ${expected}; got ${got}`;
}

/** The file name of a trial of a recipe. */
export const programOf = (recipe: string, index: number) => `${recipe}Trial${index + 1}.ts`;

/** Writes recipes and their trials into a project. */
export async function writeRecipes(project: Project, names: readonly string[], server: Footfall) {
  const recipes = readRecipes();
  for (const name of names) {
    const text = recipes.get(name);
    if (text === undefined) throw new Error(`${DOCUMENT} has no block that begins with // ${name}.ts.`);
    const key = /\$\{KEY\}/.test(text) ? 'const KEY = process.env.KEY as string;\n' : '';
    await project.write(`${name}.ts`, key + text.replaceAll('https://stats.example.com', server.url));
    for (const [index, { program }] of (TRIALS[name] ?? []).entries())
      await project.write(programOf(name, index), `${program}\nexport {};\n`);
  }
}

/** Runs the trials of recipes that {@link writeRecipes} has written. */
export async function runTrials(
  project: Project,
  names: readonly string[],
  server: Footfall,
  report: Report,
): Promise<void> {
  for (const name of names)
    for (const [index, trial] of (TRIALS[name] ?? []).entries())
      report(`${name}: ${trial.title}`, await runTrial(project, programOf(name, index), trial, server));
}

const COMPILER_OPTIONS = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: 'es2022',
  module: 'esnext',
  moduleResolution: 'bundler',
  types: ['node'],
  lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
};

/** Writes `tsconfig.json`, with the plugins of the document. */
export async function writeCompilerOptions(project: Project, server: Footfall): Promise<void> {
  const { plugins } = JSON.parse(jsonWith('gql.tada/ts-plugin')).compilerOptions;
  const text = JSON.stringify({ compilerOptions: { ...COMPILER_OPTIONS, plugins } });
  await project.write('tsconfig.json', text.replaceAll('https://stats.example.com', server.url));
}

/** Generates the files of Relay, gql.tada and GraphQL Code Generator, as the document says. */
export async function generate(project: Project, report: Report): Promise<void> {
  await copyFile(path.join(root, 'schema.graphql'), path.join(project.folder, 'schema.graphql'));
  await project.write('relay.config.json', jsonWith('customScalarTypes'));
  const fields = 'website(id: 1) { domain period(name: TODAY) { visitors } }';
  const live = 'liveVisitors(websiteId: 1) { visitors }';
  for (const [file, document] of [
    ['relayWebsite.ts', `query relayWebsiteQuery { ${fields} }`],
    ['relayLive.ts', `subscription relayLiveSubscription { ${live} }`],
  ] as const)
    await project.write(
      file,
      `import { graphql } from 'relay-runtime';\nexport const document = graphql\`${document}\`;\n`,
    );
  const documents = TRIALS.codegen?.map(({ program }) => /graphql\(`[^`]+`\)/.exec(program)?.[0]);
  await project.write(
    'src/documents.ts',
    `import { graphql } from './gql/index.ts';\nexport const documents = [${documents}];\n`,
  );
  for (const [command, ...args] of [
    ['relay-compiler'],
    ['gql.tada', 'generate-output'],
    ['graphql-codegen', '--config', 'codegen.ts'],
  ] as const)
    report(`${command} generates its files`, await problemOf(project.command(command, ...args)));
}

/** The message of the error of a promise; null if there is none. */
export const problemOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: unknown) => String(error),
  );

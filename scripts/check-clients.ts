/**
 * `npm run check:clients`: installs the GraphQL clients and the generators for OpenAPI that the documentation
 * names, and runs the recipes of docs/graphql-clients.md and docs/api.md with them against a built server,
 * which is restarted and whose API keys are revoked meanwhile. Not part of `npm test`: it needs the npm
 * registry and 500 MB. `-- --folder DIR` keeps the installed packages for the next run.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import {
  generate,
  problemOf,
  type Report,
  readRecipes,
  runTrials,
  writeCompilerOptions,
  writeRecipes,
} from '../test/support/clients/graphql.ts';
import { installProject } from '../test/support/clients/project.ts';
import { startFootfall } from '../test/support/clients/server.ts';
import { checkGenerators } from './clients/openapi.ts';
import { APOLLO_3, GENERATORS, GRAPHQL_CLIENTS } from './clients/packages.ts';

const { folder: kept, only = '' } = parseArgs({
  options: { folder: { type: 'string' }, only: { type: 'string' } },
}).values;
const folder = kept ? path.resolve(kept) : await mkdtemp(path.join(tmpdir(), 'footfall-clients-'));
const data = await mkdtemp(path.join(tmpdir(), 'footfall-clients-data-'));

const report: Report = (what, problem) => {
  process.stdout.write(`${problem === null ? 'ok  ' : 'FAIL'} ${what}${problem ? `: ${problem}` : ''}\n`);
  if (problem !== null) process.exitCode = 1;
};

const CHECKS: Record<string, () => Promise<void>> = {
  async graphql() {
    const names = [...readRecipes().keys()].filter((name) => name !== 'apollo3');
    const project = await installProject(path.join(folder, 'graphql'), GRAPHQL_CLIENTS);
    await writeRecipes(project, names, server);
    await writeCompilerOptions(project, server);
    await generate(project, report);
    report('the recipes compile in strict mode', await problemOf(project.command('tsc')));
    await runTrials(project, names, server, report);
  },
  async apollo3() {
    const names = ['events', 'typePolicies', 'apollo3'];
    const project = await installProject(path.join(folder, 'apollo3'), APOLLO_3);
    await writeRecipes(project, names, server);
    await writeCompilerOptions(project, server);
    report('the recipe for Apollo Client 3 compiles', await problemOf(project.command('tsc')));
    await runTrials(project, ['apollo3'], server, report);
  },
  async openapi() {
    const project = await installProject(path.join(folder, 'openapi'), GENERATORS);
    await checkGenerators(project, server, report);
  },
};

await using server = await startFootfall(data);
try {
  for (const [name, check] of Object.entries(CHECKS)) if (name.includes(only)) await check();
} finally {
  await rm(data, { recursive: true });
  if (!kept) await rm(folder, { recursive: true });
}

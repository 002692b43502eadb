import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { root } from '../../../src/root.ts';
import { programOf, runTrial, writeRecipes } from './graphql.ts';
import { openProject, type Project } from './project.ts';
import { TRIALS } from './recipes.ts';
import { type Footfall, startFootfall } from './server.ts';

/**
 * Defines the tests of recipes for clients that `npm ci` installs.
 * @param needed recipes that those import.
 */
export function tryRecipes(names: readonly string[], needed: readonly string[] = []): void {
  let folder = '';
  let project: Project;
  let server: Footfall;
  beforeAll(async () => {
    // In the repository, so that programs find its packages.
    await mkdir(path.join(root, '.cache'), { recursive: true });
    folder = await mkdtemp(path.join(root, '.cache/clients-'));
    server = await startFootfall(folder);
    project = openProject(folder);
    await project.write('package.json', '{ "type": "module" }');
    await writeRecipes(project, [...names, ...needed], server);
  });
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  const trials = names.flatMap((name) =>
    (TRIALS[name] ?? []).map((trial, index) => [name, trial.title, index] as const),
  );
  test.each(trials)('%s %s', async (name, _title, index) => {
    const trial = TRIALS[name]?.[index];
    if (!trial) throw new Error(`${name} has no trial ${index}.`);
    expect(await runTrial(project, programOf(name, index), trial, server)).toBeNull();
  });
}

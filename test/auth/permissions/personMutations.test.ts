import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PERSON_MUTATIONS } from '../../support/permissions/accountMutations.ts';
import { walkMutations } from '../../support/permissions/mutations.ts';
import { differences, HEAD } from '../../support/permissions/table.ts';
import { startWorld, type World } from '../../support/permissions/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.server[Symbol.asyncDispose]());

test('every mutation of persons is accepted as docs/permissions.md says', async () => {
  const { rows, wrong } = await walkMutations(world, PERSON_MUTATIONS);
  expect(wrong).toEqual([]);
  expect(world.leaks).toEqual([]);
  expect(differences('Mutations of persons', ['mutation', ...HEAD], rows)).toEqual([]);
});

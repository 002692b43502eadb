import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PERSON_MUTATIONS, TEAM_MUTATIONS } from '../../support/permissions/accountMutations.ts';
import { fieldsWithout } from '../../support/permissions/graphql.ts';
import { walkMutations } from '../../support/permissions/mutations.ts';
import { differences, HEAD } from '../../support/permissions/table.ts';
import { WEBSITE_MUTATIONS } from '../../support/permissions/websiteMutations.ts';
import { startWorld, type World } from '../../support/permissions/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.server[Symbol.asyncDispose]());

test('every mutation is in the walk: add a new one to test/support/permissions', () => {
  const walked = { ...WEBSITE_MUTATIONS, ...TEAM_MUTATIONS, ...PERSON_MUTATIONS };
  expect(fieldsWithout(walked, 'Mutation')).toEqual([]);
});

test('every mutation of websites is accepted as docs/permissions.md says', async () => {
  const { rows, wrong } = await walkMutations(world, WEBSITE_MUTATIONS);
  expect(wrong).toEqual([]);
  expect(world.leaks).toEqual([]);
  expect(differences('Mutations of websites', ['mutation', ...HEAD], rows)).toEqual([]);
});

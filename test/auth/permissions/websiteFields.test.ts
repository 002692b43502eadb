import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { WEBSITE_TYPES, walkFields } from '../../support/permissions/fields.ts';
import { differences, HEAD } from '../../support/permissions/table.ts';
import { startWorld, type World } from '../../support/permissions/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.server[Symbol.asyncDispose]());

test('every field of websites is read as docs/permissions.md says, and leaks nothing', async () => {
  const { rows, wrong } = await walkFields(world, WEBSITE_TYPES);
  expect(wrong).toEqual([]);
  expect(world.leaks).toEqual([]);
  expect(differences('Fields of websites', ['fields', ...HEAD], rows)).toEqual([]);
});

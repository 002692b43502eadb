import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readDeep } from '../../support/permissions/fields.ts';
import { startWorld, type World } from '../../support/permissions/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.server[Symbol.asyncDispose]());

const VIEWERS = ['owner', 'viewer', 'public', 'link', 'website key', 'segment key'];

test('nothing below a field of a website leaks to viewers who may read some of it', async () => {
  const hidden: string[] = [];
  for (const viewer of world.viewers.filter(({ name }) => VIEWERS.includes(name)))
    hidden.push(...(await readDeep(world, viewer)).map((error) => `${viewer.name}, ${error}`));
  expect(world.leaks).toEqual([]);
  expect(hidden).toEqual([]);
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isObjectType } from 'graphql';
import { schema } from '../../../src/graphql/schema/index.ts';
import { ACCOUNT_TYPES, WEBSITE_TYPES, WHOLE, walkFields } from '../../support/permissions/fields.ts';
import { differences, HEAD } from '../../support/permissions/table.ts';
import { startWorld, type World } from '../../support/permissions/world.ts';

/** Types of payloads, which only the mutation returns that the viewer was allowed. */
const PAYLOAD = /(Success|Errors?|Required|Grant)$/;
const CREATED = 'CreatedApiKey EnabledSecondFactor InvitedMember RecoveryCodes SentReport TotpSetup'.split(
  ' ',
);
const PAGES = /(Connection|Edge)$/;
const ROOTS = ['Query', 'Mutation', 'Subscription'];

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.server[Symbol.asyncDispose]());

describe('every field of every type', () => {
  test('is in the walk: add a new type to test/support/permissions/fields.ts', () => {
    const types = Object.values(schema.getTypeMap()).filter(
      (type) => isObjectType(type) && !type.name.startsWith('__'),
    );
    const known = [...Object.keys(WEBSITE_TYPES), ...Object.keys(ACCOUNT_TYPES), ...WHOLE, ...ROOTS];
    const unknown = types.filter(
      ({ name }) =>
        !known.includes(name) && !PAYLOAD.test(name) && !CREATED.includes(name) && !PAGES.test(name),
    );
    expect(unknown.map(({ name }) => name)).toEqual([]);
    expect(known.filter((name) => !types.some((type) => type.name === name))).toEqual([]);
  });

  test('of teams and persons is read as docs/permissions.md says, and leaks nothing', async () => {
    const { rows, wrong } = await walkFields(world, ACCOUNT_TYPES);
    expect(wrong).toEqual([]);
    expect(world.leaks).toEqual([]);
    expect(differences('Fields of teams and persons', ['fields', ...HEAD], rows)).toEqual([]);
  });
});

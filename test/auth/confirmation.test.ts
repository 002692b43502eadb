import { describe, expect, test } from '@jest/globals';
import { LogIn, mutate, newPerson, OWNER } from '../support/person.ts';
import { newWebsite } from '../support/rest.ts';
import { NOON, startTestServer } from '../support/server.ts';

const TEN_MINUTES_MS = 600_000;

describe('a session whose password was given more than ten minutes ago must confirm it', () => {
  test.each([
    ['to end other sessions', 'endSession(input: { others: true })', 'EndSessionSuccess'],
    [
      'to create a shared link',
      'createSharedLink(input: { websiteId: "1", name: "A" })',
      'CreateSharedLinkSuccess',
    ],
    [
      'to change a shared link',
      'updateSharedLink(input: { id: "1", password: null })',
      'UpdateSharedLinkSuccess',
    ],
    ['to create an API key', 'createApiKey(input: { name: "B" })', 'CreateApiKeySuccess'],
  ])('%s', async (_, mutation, success) => {
    await using server = await startTestServer();
    await newWebsite(server);
    const person = newPerson(server);
    await person.ask(LogIn, OWNER);
    await mutate(person, 'createSharedLink(input: { websiteId: "1", name: "First" })');
    await newPerson(server).ask(LogIn, OWNER);
    server.setTime(NOON + TEN_MINUTES_MS);
    const counts = async () => {
      const { read } = server.deps.db;
      const { session, sharedLink, apiKey } = read;
      return Promise.all([session.count(), sharedLink.count(), apiKey.count()]);
    };
    const before = await counts();
    expect((await mutate(person, mutation)).__typename).toBe('ConfirmationRequired');
    expect(await counts()).toEqual(before);
    const confirmed = `confirmPassword(input: { password: "${OWNER.password}" })`;
    expect((await mutate(person, confirmed)).__typename).toBe('ConfirmPasswordSuccess');
    expect((await mutate(person, mutation)).__typename).toBe(success);
  });
});

test('an API key, which has no password, creates shared links at any time', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  server.setTime(NOON + 2 * TEN_MINUTES_MS);
  const query = 'mutation { createSharedLink(input: { websiteId: "1", name: "A" }) { __typename } }';
  const response = await server.call('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  expect((await response.json()).data.createSharedLink.__typename).toBe('CreateSharedLinkSuccess');
});

import { describe, expect, test } from '@jest/globals';
import { graphql } from '../gql/gql.ts';
import { ask } from '../support/ask.ts';
import { json, newKey, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { startTestServer } from '../support/server.ts';

const Update = graphql(`
  mutation UpdateIt($id: ID!) {
    updateWebsite(input: { id: $id }) {
      ... on UpdateWebsiteSuccess { website { domain email excludeBots excludeIps hasPassword } }
    }
  }
`);
const Create = graphql(`
  mutation CreateIt {
    createWebsite(input: { url: "new.example" }) {
      ... on CreateWebsiteSuccess { website { domain email excludeBots excludeIps hasPassword } }
    }
  }
`);
const Account = graphql(`query AccountOfKey { viewer { email } }`);

describe('a key with websites:write but not websites:read', () => {
  const UNSEEN = {
    email: null,
    exclude_bots: null,
    exclude_ips: null,
    has_password: null,
    exclude_spam: null,
    hosts: null,
    query: null,
  };
  const UNSEEN_HERE = { email: null, excludeBots: null, excludeIps: null, hasPassword: null };

  test('changes and registers websites without seeing their settings, over REST and GraphQL', async () => {
    await using server = await startTestServer();
    const { id } = await newWebsite(server, {
      exclude_ips: '203.0.113.7',
      hosts: 'example.org',
      query: 'p',
      privacy: '2',
      password: 'open sesame',
    });
    const { key } = await newKey(server, { scopes: ['websites:write'] });
    for (const method of ['PATCH', 'PUT']) {
      const { status, body } = await rest(server, `${WEBSITES}/${id}`, { ...json(method, {}), key });
      expect([status, body.data]).toEqual([
        200,
        expect.objectContaining({ id, domain: 'example.com', ...UNSEEN }),
      ]);
    }
    const { body } = await rest(server, WEBSITES, { ...json('POST', { url: 'other.example' }), key });
    expect(body.data).toMatchObject({ domain: 'other.example', ...UNSEEN });
    const updated = await ask(server, Update, { id: String(id) }, { key });
    expect(updated.data.updateWebsite).toEqual({ website: { domain: 'example.com', ...UNSEEN_HERE } });
    const created = await ask(server, Create, {}, { key });
    expect(created.data.createWebsite).toEqual({ website: { domain: 'new.example', ...UNSEEN_HERE } });
    // A key with both scopes sees the settings.
    const own = await rest(server, `${WEBSITES}/${id}`, json('PATCH', {}));
    expect(own.body.data).toMatchObject({
      exclude_ips: '203.0.113.7',
      has_password: true,
      email: 0,
      exclude_spam: 1,
      hosts: 'example.org',
      query: 'p',
    });
  });
});

test('a key for one website does not see the email address of its account', async () => {
  await using server = await startTestServer();
  const { id } = await newWebsite(server);
  const { key } = await newKey(server, { website_id: id });
  expect((await ask(server, Account, {}, { key })).data).toEqual({ viewer: { email: null } });
  expect((await ask(server, Account, {})).data).toEqual({ viewer: { email: 'owner@example.com' } });
});

import { describe, expect, test } from '@jest/globals';
import { createApiKey, operator, revokeApiKey } from '../../src/auth/keys.ts';
import { updateTeam } from '../../src/auth/members/teams.ts';
import { createContext } from '../../src/request/context.ts';
import { graphqlData } from '../support/engine/asking.ts';
import { type Opened, subscribe, subscribeAs } from '../support/eventStream.ts';
import { asHolder, newLink } from '../support/links.ts';
import { joined, MEMBERS } from '../support/members.ts';
import { LogIn, newPerson, OWNER, type Person } from '../support/person.ts';
import { changeWebsite, form, json, newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

const LIVE = 'subscription { liveVisitors(websiteId: 1) { visitors } }';
const HOUR_MS = 3_600_000;

/** Expects the stream to end with an error, with one of the next pulses and without a hit. */
async function expectEnd(
  { live }: TestServer,
  stream: Opened,
  [message, code]: readonly [string, string],
): Promise<void> {
  const before = live.pulses;
  expect(await stream.next()).toEqual({ errors: [{ message, extensions: { code } }] });
  expect(await stream.event()).toEqual({ event: 'complete', data: '' });
  expect(await stream.event()).toBeNull();
  // The second at the latest, of one a second. More may follow before the client has read the end.
  expect(live.pulses - before).toBeLessThanOrEqual(10);
}

const CLOSED =
  'The statistics of this website are not open to you any more: they were made private, have a new ' +
  'password, or the website was deleted.';
const ENDED = {
  key: ['The API key was revoked or has expired. Use another key.', 'UNAUTHENTICATED'],
  session: ['The session has ended. Log in again.', 'UNAUTHENTICATED'],
  link: [
    'The shared link was revoked, has expired, or has a new password. Ask its owner for the link.',
    'NOT_FOUND',
  ],
  access: ['Your access to this website has changed. Load the page again.', 'FORBIDDEN'],
  factor: [
    'The team requires a second factor. Add one to your account, or log in with the one that you have.',
    'FORBIDDEN',
  ],
  website: [CLOSED, 'NOT_FOUND'],
  deleted: ['The website was deleted.', 'NOT_FOUND'],
} as const;

test('the revocation of an API key ends its streams, and no others', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  const context = () => createContext(server.deps, operator(server.teamId));
  const created = await createApiKey({ name: 'wall' }, context());
  await using own = await subscribe(server, LIVE);
  await using stream = await subscribe(server, LIVE, { key: created.key });
  await Promise.all([own.next(), stream.next()]);
  await revokeApiKey(created.apiKey.id, context());
  await expectEnd(server, stream, ENDED.key);
  await server.live.pulse();
  expect(own.waiting()).toEqual([]);
  expect(server.live.length).toBe(1);
});

test('an API key that expires ends its streams', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  const context = createContext(server.deps, operator(server.teamId));
  const expires = new Date(NOON + HOUR_MS);
  const { key } = await createApiKey({ name: 'wall', expires_at: expires }, context);
  await using stream = await subscribe(server, LIVE, { key });
  await stream.next();
  server.setTime(NOON + HOUR_MS);
  await expectEnd(server, stream, ENDED.key);
});

test('a session that ends, ends its streams, also those of a public website', async () => {
  await using server = await startTestServer();
  await newWebsite(server, { privacy: '0' });
  const [one, other] = [newPerson(server), newPerson(server)];
  for (const person of [one, other]) await person.ask(LogIn, OWNER);
  await using kept = await subscribeAs(one, LIVE);
  await using stream = await subscribeAs(other, LIVE);
  await Promise.all([kept.next(), stream.next()]);
  await other.fetch('/graphql', {
    ...json('POST', { query: 'mutation { logOut(input: {}) }' }),
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
  });
  await expectEnd(server, stream, ENDED.session);
  expect(kept.waiting()).toEqual([]);
});

describe('a public website that hides small counts', () => {
  const PAGES = 'subscription { liveVisitors(websiteId: 1) { pages { value } } }';
  /** The website with one visitor, and another one to which Ann is limited. */
  async function startWithAnn(): Promise<{ server: TestServer; ann: Person; id: number }> {
    const server = await startTestServer();
    const { tracking_id: website } = await newWebsite(server, { privacy: '0', hide_below: '2' });
    await newWebsite(server, { url: 'two.example' });
    await sendHit(server, { website, page: 'https://example.com/a' });
    const { id, person: ann } = await joined(server, {
      email: 'ann@example.com',
      role: 'viewer',
      websites: '2',
    });
    return { server, ann, id };
  }
  const pages = (...values: string[]) => ({
    data: { liveVisitors: { pages: values.map((value) => ({ value })) } },
  });

  test('hides them from a member who is limited to others, also while an owner watches', async () => {
    const { server, ann } = await startWithAnn();
    await using _stop = server;
    const owner = newPerson(server);
    await owner.ask(LogIn, OWNER);
    await using own = await subscribeAs(owner, PAGES);
    expect(await own.next()).toEqual(pages('/a'));
    await using limited = await subscribeAs(ann, PAGES);
    expect(await limited.next()).toEqual(pages('(few)'));
  });

  test('ends the stream of a member who loses the access to it', async () => {
    const { server, ann, id } = await startWithAnn();
    await using _stop = server;
    await rest(server, `${MEMBERS}/${id}`, form('PATCH', { websites: '1' }));
    await using stream = await subscribeAs(ann, PAGES);
    expect(await stream.next()).toEqual(pages('/a'));
    await rest(server, `${MEMBERS}/${id}`, form('PATCH', { websites: '2' }));
    await expectEnd(server, stream, ENDED.access);
  });

  test('ends the stream of a session without the second factor that the team requires now', async () => {
    const { server, ann, id } = await startWithAnn();
    await using _stop = server;
    await rest(server, `${MEMBERS}/${id}`, form('PATCH', { websites: '' }));
    await using stream = await subscribeAs(ann, PAGES);
    expect(await stream.next()).toEqual(pages('/a'));
    const context = createContext(server.deps, operator(server.teamId));
    await updateTeam({ requires_second_factor: true }, context);
    await expectEnd(server, stream, ENDED.factor);
  });
});

test('a website that is made private ends the streams of strangers', async () => {
  await using server = await startTestServer();
  await newWebsite(server, { privacy: '0' });
  await using own = await subscribe(server, LIVE);
  await using stream = await subscribe(server, LIVE, { key: null });
  await Promise.all([own.next(), stream.next()]);
  await changeWebsite(server, 1, { privacy: 1 });
  await expectEnd(server, stream, ENDED.website);
  expect(own.waiting()).toEqual([]);
});

test.each([
  ['is deleted', 'mutation ($id: ID!) { deleteSharedLink(input: { id: $id }) { __typename } }'],
  [
    'gets a password',
    `mutation ($id: ID!) { updateSharedLink(input: { id: $id, password: "tall green kettle" }) {
      __typename } }`,
  ],
])('a shared link that %s ends its streams', async (_title, mutation) => {
  await using server = await startTestServer();
  await newWebsite(server);
  const link = await newLink(server);
  await using stream = await subscribe(asHolder(server, link), LIVE);
  await stream.next();
  await graphqlData(server, mutation, { id: link.id });
  await expectEnd(server, stream, ENDED.link);
});

test('a website that is deleted ends its streams', async () => {
  await using server = await startTestServer();
  await newWebsite(server, { privacy: '0' });
  await using own = await subscribe(server, LIVE);
  await using stream = await subscribe(server, LIVE, { key: null });
  await Promise.all([own.next(), stream.next()]);
  await server.call(`${WEBSITES}/1`, { method: 'DELETE' });
  await Promise.all([
    expectEnd(server, own, ENDED.deleted),
    // Strangers are not told whether the website still exists.
    expectEnd(server, stream, ENDED.website),
  ]);
});

test('no message is sent after a revocation, however many hits arrive', async () => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server, { privacy: '0' });
  await using stream = await subscribe(server, LIVE, { key: null });
  await stream.next();
  await changeWebsite(server, 1, { privacy: 1 });
  await sendHit(server, { website, page: 'https://example.com/a' });
  await expectEnd(server, stream, ENDED.website);
});

const refusedTo = async (server: TestServer, key: string | null, id: string) => {
  const query = `subscription ($id: ID!) { liveVisitors(websiteId: $id) { visitors } }`;
  await using stream = await subscribe(server, query, { key, variables: { id } });
  const { errors } = await stream.next();
  expect(await stream.event()).toEqual({ event: 'complete', data: '' });
  return [stream.status, errors?.map(({ message, extensions }) => [message, extensions.code])];
};

test('a stream of a website that the viewer may not read does not begin', async () => {
  await using server = await startTestServer();
  await newWebsite(server);
  const other = await server.newAccount('other@example.com');
  const missing = [200, [['Resource not found.', 'NOT_FOUND']]];
  expect(await refusedTo(server, other.key, '1')).toEqual(missing);
  expect(await refusedTo(server, null, '1')).toEqual(missing);
  expect(await refusedTo(server, server.key, '2')).toEqual(missing);
  expect(await refusedTo(server, server.key, 'x')).toEqual(missing);
  const wrong = await subscribe(server, LIVE, { key: 'ff_wrong' });
  expect(wrong.status).toBe(401);
  expect(server.live.length).toBe(0);
});

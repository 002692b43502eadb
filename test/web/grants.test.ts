import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { graphql } from '../gql/gql.ts';
import { newPerson } from '../support/person.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

const Look = graphql(`
  query Look($trackingId: String!) {
    statisticsAccess(trackingId: $trackingId)
    website(trackingId: $trackingId) {
      domain
      excludeIps
      period(name: TODAY) { visitors stats(name: PAGE) { sum } }
    }
  }
`);
const Unlock = graphql(`
  mutation Unlock($trackingId: String!, $password: String!) {
    unlockStatistics(input: { trackingId: $trackingId, password: $password }) {
      __typename
      ... on UnlockStatisticsSuccess { website { domain period(name: TODAY) { visitors } } }
      ... on UserErrors { errors { path message } }
    }
  }
`);

const HOUR_MS = 3_600_000;

let server: TestServer;
const ids: Record<string, { id: number; trackingId: string }> = {};
beforeAll(async () => {
  server = await startTestServer();
  for (const [name, privacy] of [
    ['public', '0'],
    ['private', '1'],
    ['guarded', '2'],
    ['other', '2'],
    // Each for one test, which changes it or locks it.
    ['changed', '2'],
    ['guessed', '2'],
  ] as const) {
    const body = new URLSearchParams({ url: `${name}.test`, privacy, password: 'open sesame' });
    const response = await server.call('/api/v1/websites', { method: 'POST', body });
    const { data } = (await response.json()) as { data: { id: number; tracking_id: string } };
    ids[name] = { id: data.id, trackingId: data.tracking_id };
  }
});
afterAll(() => server[Symbol.asyncDispose]());

const trackingIdOf = (name: string) => ids[name]?.trackingId ?? '';
const look = async (person: ReturnType<typeof newPerson>, name: string) => {
  const { data } = await person.ask(Look, { trackingId: trackingIdOf(name) || name });
  return [data.statisticsAccess, data.website?.domain ?? null];
};
const unlock = (person: ReturnType<typeof newPerson>, name: string, password = 'open sesame') =>
  person.ask(Unlock, { trackingId: trackingIdOf(name) || name, password });

test('a stranger sees public pages and password forms, but not whether a private page exists', async () => {
  const stranger = newPerson(server);
  expect(await look(stranger, 'public')).toEqual(['OPEN', 'public.test']);
  expect(await look(stranger, 'guarded')).toEqual(['PASSWORD', null]);
  expect(await look(stranger, 'private')).toEqual(['NONE', null]);
  expect(await look(stranger, 'nothing')).toEqual(['NONE', null]);
  const pages = await Promise.all(
    ['private', 'nothing'].map(async (name) => {
      const id = trackingIdOf(name) || name;
      const page = await stranger.fetch(`/s/${id}`);
      // The page contains its first request, which has the id of the address.
      const html = (await page.text()).replaceAll(id, 'ID');
      return [page.status, html, page.headers.get('content-security-policy')];
    }),
  );
  expect(pages[0]).toEqual(pages[1]);
  expect(pages[0]?.[0]).toBe(404);
});

test('the password opens only that website’s statistics, for 24 hours', async () => {
  const person = newPerson(server);
  const { data } = await unlock(person, 'guarded');
  expect(data.unlockStatistics).toEqual({
    __typename: 'UnlockStatisticsSuccess',
    website: { domain: 'guarded.test', period: { visitors: 0 } },
  });
  expect((await person.ask(Look, { trackingId: trackingIdOf('guarded') })).data).toEqual({
    statisticsAccess: 'OPEN',
    website: { domain: 'guarded.test', excludeIps: null, period: { visitors: 0, stats: { sum: 0 } } },
  });
  expect(await look(person, 'other')).toEqual(['PASSWORD', null]);
  expect(await look(person, 'private')).toEqual(['NONE', null]);
  server.setTime(NOON + 24 * HOUR_MS - 1);
  expect(await look(person, 'guarded')).toEqual(['OPEN', 'guarded.test']);
  server.setTime(NOON + 24 * HOUR_MS);
  expect(await look(person, 'guarded')).toEqual(['PASSWORD', null]);
  server.setTime(NOON);
});

test('the grant for one website opens no other and cannot be extended', async () => {
  const person = newPerson(server);
  await unlock(person, 'guarded');
  const [name = '', grant = ''] = [...person.cookies][0] ?? [];
  const [until = '', signature] = grant.split('.');
  for (const [cookie, value] of [
    [name.replace(trackingIdOf('guarded'), trackingIdOf('other')), grant],
    [name, `${Number(until) + 1}.${signature}`],
    [name, `${until}.${'0'.repeat(64)}`],
    [name, 'nonsense'],
  ] as const) {
    person.cookies.clear();
    person.cookies.set(cookie, value);
    expect(await look(person, 'guarded')).toEqual(['PASSWORD', null]);
    expect(await look(person, 'other')).toEqual(['PASSWORD', null]);
  }
});

test('changing the password or the privacy ends existing grants', async () => {
  const person = newPerson(server);
  await unlock(person, 'changed');
  expect(await look(person, 'changed')).toEqual(['OPEN', 'changed.test']);
  const change = (fields: Record<string, string>) =>
    server.call(`/api/v1/websites/${ids.changed?.id}`, { method: 'PUT', body: new URLSearchParams(fields) });
  expect((await change({ password: 'another one' })).status).toBe(200);
  expect(await look(person, 'changed')).toEqual(['PASSWORD', null]);
  await unlock(person, 'changed', 'another one');
  expect((await change({ privacy: '1' })).status).toBe(200);
  expect(await look(person, 'changed')).toEqual(['NONE', null]);
});

test('a wrong password is reported, and after ten of them no more are checked', async () => {
  const person = newPerson(server);
  for (let count = 0; count < 10; count += 1) {
    expect((await unlock(person, 'guessed', 'guess')).data.unlockStatistics).toEqual({
      __typename: 'UserErrors',
      errors: [{ path: ['input', 'password'], message: 'The password is wrong.' }],
    });
  }
  expect((await unlock(person, 'guessed')).errors?.[0]?.extensions.code).toBe('TOO_MANY_REQUESTS');
});

test('a password for a page that has none is rejected as if there were no such page', async () => {
  const answers = await Promise.all(
    ['public', 'private', 'nothing'].map(
      async (name) => (await unlock(newPerson(server), name)).data.unlockStatistics,
    ),
  );
  expect(answers[0]).toEqual({
    __typename: 'UserErrors',
    errors: [
      { path: ['input', 'trackingId'], message: 'No statistics page with a password has this tracking id.' },
    ],
  });
  expect(answers[1]).toEqual(answers[0]);
  expect(answers[2]).toEqual(answers[0]);
});

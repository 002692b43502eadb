import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newFunnel, newGoal } from '../support/goals.ts';
import { json, newWebsite } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server);
  await newWebsite(server, { url: 'second.example' });
  await newGoal(server, 1);
  await newFunnel(server, 1);
  await sendHit(server, { website, page: 'https://example.com/' });
});
afterAll(() => server[Symbol.asyncDispose]());

const PAGE = { filter: { page: { in: ['/'] } } };
const HOME = encodeURIComponent(JSON.stringify(PAGE.filter));
const STEPS = encodeURIComponent(JSON.stringify([PAGE, PAGE]));
const DAYS = 'from=2026-11-20&to=2026-11-21';

async function ask(path: string, init: RequestInit = {}): Promise<[status: number, ignored: string | null]> {
  const { status, headers } = await server.call(path, init);
  return [status, headers.get('x-footfall-ignored')];
}

test.each([
  ['/api/v1/websites', 'search=x&sort=asc&per_page=20&page=1'],
  ['/api/v1/websites/1', ''],
  ['/api/v1/stats/1', `${DAYS}&name=page&search=a&sort=max&per_page=10&page=1&filter={}&format=json&link=x`],
  ['/api/v1/metrics/1', `${DAYS}&filter={}&compare=none&elapsed=0`],
  ['/api/v1/breakdown/1', `${DAYS}&by=page&filter={}&search=a&sort=-visits&per_page=10&page=1`],
  ['/api/v1/breakdown/1', `${DAYS}&by=property&property=plan`],
  ['/api/v1/breakdown/1', `${DAYS}&by=page&revenue=1`],
  ['/api/v1/revenue/1', `${DAYS}&filter={}`],
  ['/api/v1/journeys/1', `${DAYS}&filter={}&start=${HOME}&end=&steps=2&first=5`],
  ['/api/v1/goals/1', `${DAYS}&filter={}`],
  ['/api/v1/funnel/1', `${DAYS}&filter={}&steps=${STEPS}&scope=visit&strict=1&within=60&funnel=`],
  ['/api/v1/goals/1/1', ''],
  ['/api/v1/funnels/1', ''],
  ['/api/v1/funnels/1/1', ''],
  ['/api/v1/live/1', ''],
  ['/api/v1/openapi.json', ''],
])('GET %s names unknown parameters in a header, and no known one', async (path, query) => {
  expect(await ask(`${path}?${query}`)).toEqual([200, null]);
  expect(await ask(`${path}?${query}&formt=csv&device=Mobile`)).toEqual([200, 'formt, device']);
});

test('a refused request names unknown parameters, too', async () => {
  expect(await ask(`/api/v1/stats/1?${DAYS}&nane=page`)).toEqual([422, 'nane']);
  expect(await ask(`/api/v1/stats/1?${DAYS}&name=page&per_page=5&limit=5`)).toEqual([422, 'limit']);
});

test.each(['POST', 'PUT', 'PATCH'])(
  '%s names unknown fields and parameters, and stores the others',
  async (method) => {
    const [where, url] =
      method === 'POST' ? ['/api/v1/websites', 'new.example'] : ['/api/v1/websites/2', 'second.example'];
    const fields = { url, privacy: 0, colour: 'blue', id: 7, exclude_ip: '10.0.0.1' };
    const [status, ignored] = await ask(`${where}?dry_run=1`, json(method, fields));
    expect([status, ignored]).toEqual([method === 'POST' ? 201 : 200, 'dry_run, colour, id, exclude_ip']);
    const form = new URLSearchParams({ exclude_bots: '1', exclude_bot: '0' });
    expect(await ask('/api/v1/websites/2', { method: 'PATCH', body: form })).toEqual([200, 'exclude_bot']);
  },
);

test('DELETE names unknown parameters', async () => {
  const { id } = await newWebsite(server, { url: 'third.example' });
  expect(await ask(`/api/v1/websites/${id}?force=1`, { method: 'DELETE' })).toEqual([200, 'force']);
});

test('every setting is a known field', async () => {
  const fields = {
    url: 'second.example',
    privacy: 1,
    password: null,
    email: 0,
    email_every: 'weekly',
    exclude_bots: 1,
    exclude_ips: null,
    exclude_spam: 1,
    hosts: null,
    query: null,
    aliases: null,
    timezone: 'UTC',
    daily_limit: null,
    hide_below: null,
    trim_slash: 0,
  };
  expect(await ask('/api/v1/websites/2', json('PATCH', fields))).toEqual([200, null]);
});

test('names are safe in a header, and bounded in number and length', async () => {
  const name = 'é,\r\nX: 1';
  expect(await ask(`/api/v1/live/1?${encodeURIComponent(name)}=1`)).toEqual([200, '%C3%A9%2C%0D%0AX%3A%201']);
  expect(await ask('/api/v1/websites/2', json('PATCH', { '\ud800': 1, ok: 1 }))).toEqual([
    200,
    '%EF%BF%BD, ok',
  ]);
  expect(await ask(`/api/v1/live/1?${'x'.repeat(500)}=1`)).toEqual([200, 'x'.repeat(60)]);
  const many = Array.from({ length: 500 }, (_, index) => `p${index}=1`).join('&');
  const [, ignored] = await ask(`/api/v1/live/1?${many}`);
  expect(ignored?.split(', ')).toEqual(Array.from({ length: 20 }, (_, index) => `p${index}`));
});

test.each([
  ['GET', '/graphql?query={viewer{email}}&variables={}&format=csv', 'format'],
  ['GET', '/graphql?query={viewer{email}}&variables={}&extensions={}', null],
  ['POST', '/graphql?query=x&op=Viewer', 'query, op'],
])('GraphQL: %s %s names what is not read', async (method, where, names) => {
  const init = method === 'GET' ? {} : json(method, { query: '{ viewer { email } }' });
  expect(await ask(where, init)).toEqual([200, names]);
});

test('a breakdown under a filter with other letters has the rows of the value', async () => {
  const filters = [{ device: { in: ['desktop'] } }, { device: { in: ['Desktop'] } }];
  const answers = await Promise.all(
    filters.map(async (filter) => {
      const query = new URLSearchParams({ by: 'device', filter: JSON.stringify(filter) });
      return (await server.call(`/api/v1/breakdown/1?${DAYS}&${query}`)).json();
    }),
  );
  expect(answers.map((answer) => (answer as { meta: { total: number } }).meta.total)).toEqual([1, 1]);
});

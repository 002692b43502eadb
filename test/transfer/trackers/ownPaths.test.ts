import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { COMPATIBLE_NAMES } from '../../../src/tracker/compatible.ts';
import { TRACKERS } from '../../../src/transfer/trackers/table.ts';
import { newWebsite, WEBSITES } from '../../support/rest.ts';
import { sharedServer } from '../../support/shared.ts';
import { type Sent, sendForeign, storedHits } from '../../support/trackers/request.ts';

const PAGE = 'https://shop.example.com/a';
const OWN = '/api/event';
const without = sharedServer();
const compatible = sharedServer({ env: { COMPATIBLE: COMPATIBLE_NAMES.join() } });
const servers = () => [without(), compatible()];

/** Everything that a client learns of an answer. */
async function answerOf(response: Response) {
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers: { ...headers, date: undefined }, body: await response.text() };
}

describe('own paths answer the same with and without COMPATIBLE', () => {
  const created: number[] = [];
  let website = '';
  afterEach(async () => {
    for (const [index, server] of servers().entries())
      await server.call(`${WEBSITES}/${created[index]}`, { method: 'DELETE' });
    created.length = 0;
  });

  const dnt = { dnt: '1' };
  const body = (fields: object) => JSON.stringify({ page: PAGE, website, ...fields });
  test.each<[string, () => Omit<Sent, 'path'> & { path?: string }]>([
    ['a hit', () => ({ body: body({}) })],
    ['a hit with fields that cannot be used', () => ({ body: body({ language: [], event: { name: 'a' } }) })],
    ['a hit of an unknown website', () => ({ body: body({ website: '0'.repeat(18) }) })],
    ['a hit of a browser with Do Not Track', () => ({ body: body({}), headers: dnt })],
    ['a hit without a page', () => ({ body: JSON.stringify({ website }) })],
    ['a hit that is a form', () => ({ body: `page=${PAGE}` })],
    ['a hit that is no JSON', () => ({ body: '{' })],
    ['a hit that is a list', () => ({ body: [{ page: PAGE }] })],
    ['a hit with fields of other products', () => ({ body: body({ n: 'pageview', u: PAGE, type: 'page' }) })],
    ['an empty hit', () => ({ body: '' })],
    ['a hit of more than 64 KiB', () => ({ body: body({ language: 'x'.repeat(70_000) }) })],
    ['a compressed hit', () => ({ body: gzipSync(body({})) })],
    ['a hit that is not UTF-8', () => ({ body: Buffer.from([0xff]) })],
    ['the pixel', () => ({ method: 'GET', path: `/picture.gif?website=${website}&page=${PAGE}` })],
    ['the script', () => ({ method: 'GET', path: '/script.js' })],
    ['a start page', () => ({ method: 'GET', path: '/' })],
    ['GraphQL', () => ({ path: '/graphql', body: { query: '{ __typename }' } })],
    ['the REST API without a key', () => ({ method: 'GET', path: WEBSITES })],
  ])('%s', async (_what, sent) => {
    const answers = [];
    for (const server of servers()) {
      const { id, tracking_id } = await newWebsite(server, { url: 'shop.example.com' });
      created.push(id);
      website = tracking_id;
      const answer = await answerOf(await sendForeign(server, { path: OWN, ...sent() }));
      answers.push([answer, await storedHits(server)]);
    }
    expect(answers[1]).toEqual(answers[0]);
  });

  test('a preflight', async () => {
    const headers = { origin: 'https://shop.example.com', 'access-control-request-method': 'POST' };
    const asked = { ...headers, 'access-control-request-headers': 'content-type,token' };
    const answers = [];
    for (const server of servers())
      answers.push(await answerOf(await server.call(OWN, { method: 'OPTIONS', key: null, headers: asked })));
    expect(answers[1]).toEqual(answers[0]);
  });
});

test('Do Not Track is honoured for an own hit that phpAnalytics may have sent', async () => {
  const { id } = await newWebsite(compatible(), { url: 'shop.example.com' });
  const sent = { path: OWN, body: { page: PAGE }, headers: { dnt: '1' } };
  const response = await sendForeign(compatible(), sent);
  expect(response.headers.get('x-footfall-dropped')).toBe('privacy_signal');
  await compatible().call(`${WEBSITES}/${id}`, { method: 'DELETE' });
});

const ROUTES = COMPATIBLE_NAMES.flatMap((product) =>
  TRACKERS[product].routes.map(({ method, path }) => [method, path.replace('*', 'x1')] as const),
);

test.each([...new Map(ROUTES.map((route) => [route.join(' '), route])).values()])(
  'without COMPATIBLE, %s %s of a tracker is no path, or an own one that reads own hits only',
  async (method, path) => {
    const { status } = await sendForeign(without(), {
      method,
      path,
      body: { n: 'pageview', u: PAGE, d: 'x1' },
    });
    const expected = path === OWN ? 400 : path !== '/' ? 404 : method === 'GET' ? 200 : 405;
    expect(status).toBe(expected);
  },
);

import { expect, test } from '@jest/globals';
import { graphql, graphqlData } from '../support/engine/asking.ts';
import { subscribe } from '../support/eventStream.ts';
import { asHolder, newLink } from '../support/links.ts';
import { changeWebsite, newWebsite } from '../support/rest.ts';
import { CHROME, IPHONE, startTestServer, type TestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

const LIVE = `{ website(id: 1) { live {
  visitors pages { value label count } referrers { value } countries { value }
  hits { at page event country countryName } minutes { visitors } } } }`;

interface Live {
  visitors: number;
  pages: { value: string; label: string; count: number }[] | null;
  referrers: { value: string }[] | null;
  countries: { value: string }[] | null;
  hits: { at: string; page: string | null; event: string | null; country: string | null }[];
}

const liveOf = async (server: TestServer) =>
  (await graphqlData<{ website: { live: Live } }>(server, LIVE)).website.live;

const asStranger = (server: TestServer): TestServer => ({
  ...server,
  call: (where, init) => server.call(where, { ...init, key: null }),
});

/** Three visitors: two on /a, one of whom signed up, and one on /b. */
async function record(server: TestServer, fields: Record<string, string> = {}) {
  const { tracking_id: website } = await newWebsite(server, { privacy: '0', ...fields });
  const page = 'https://example.com/a?name=Jane#top';
  await sendHit(server, { website, page: 'https://example.com/b' }, { 'x-forwarded-for': '81.2.69.160' });
  await sendHit(server, { website, page }, { 'user-agent': CHROME });
  await sendHit(server, { website, page }, { 'user-agent': IPHONE });
  await sendHit(server, { website, page, event: { name: 'Signup' } }, { 'user-agent': IPHONE });
}

test('the latest hits have path, event, country and seconds, and nothing else', async () => {
  await using server = await startTestServer();
  await record(server);
  const { hits } = await liveOf(server);
  const at = '2026-11-21T12:00:00.000Z';
  expect(hits).toMatchObject([
    { at, page: '/a', event: 'Signup' },
    { at, page: '/a', event: null },
    { at, page: '/a', event: null },
    { at, page: '/b', event: null, country: 'GB', countryName: 'United Kingdom' },
  ]);
  const { data } = await graphql<{ __type: { fields: { name: string }[] } }>(
    server,
    '{ __type(name: "LiveHit") { fields { name } } }',
  );
  const names = data.__type.fields.map(({ name }) => name);
  expect(names.sort()).toEqual(['at', 'country', 'countryName', 'event', 'page']);
});

test('a website that hides small counts shows strangers neither rare values nor single hits', async () => {
  await using server = await startTestServer();
  await record(server);
  await changeWebsite(server, 1, { privacy: 0 });
  await graphqlData(server, `mutation { updateWebsite(input: { id: "1", hideBelow: 2 }) { __typename } }`);
  const own = await liveOf(server);
  expect(own.pages?.map(({ value, count }) => [value, count])).toEqual([
    ['/a', 2],
    ['/b', 1],
  ]);
  const shown = await liveOf(asStranger(server));
  expect(shown.visitors).toBe(3);
  expect(shown.pages).toEqual([
    { value: '/a', label: '/a', count: 2 },
    { value: '(few)', label: 'Small counts', count: 1 },
  ]);
  expect(shown.hits).toEqual([]);
});

test('a shared link shows only its panels', async () => {
  await using server = await startTestServer();
  await record(server, { privacy: '1' });
  const link = await newLink(server, { panels: ['COUNTRY'] });
  const { visitors, pages, referrers, countries, hits } = await liveOf(asHolder(server, link));
  expect({ visitors, pages, referrers }).toEqual({ visitors: 3, pages: null, referrers: null });
  expect(countries).not.toBeNull();
  expect(hits.at(-1)).toMatchObject({ page: null, event: null, country: 'GB' });
});

test('a shared link that is limited to a segment has no live numbers, but a live period', async () => {
  await using server = await startTestServer();
  await record(server, { privacy: '1' });
  const { createSegment } = await graphqlData<{ createSegment: { segment: { id: string } } }>(
    server,
    `mutation { createSegment(input: {
      websiteId: "1", name: "A", filter: { page: { in: ["/a"] } } }) {
      ... on CreateSegmentSuccess { segment { id } } } }`,
  );
  const link = await newLink(server, { segmentId: createSegment.segment.id });
  const holder = asHolder(server, link);
  expect(await liveOf(holder)).toBeNull();
  await using live = await subscribe(holder, 'subscription { liveVisitors(websiteId: 1) { visitors } }');
  const { errors } = await live.next();
  expect(errors?.[0]).toMatchObject({
    message:
      'Live numbers count all hits. An API key or shared link that is limited to a segment cannot read them.',
    extensions: { code: 'FORBIDDEN' },
  });
  await using period = await subscribe(
    holder,
    'subscription { period(websiteId: 1, name: TODAY) { visitors } }',
  );
  expect(await period.next()).toEqual({ data: { period: { visitors: 2 } } });
});

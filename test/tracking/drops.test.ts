import { describe, expect, test } from '@jest/globals';
import { newWebsite, rest, statRows, WEBSITES } from '../support/rest.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';
import { countOf } from '../support/tables.ts';
import { drops, loadPixel, outcome, RECORDED, sendHit } from '../support/track.ts';

const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';
const page = 'https://example.com/';

/** Headers and fields of hits that are dropped for the reason. */
const CASES: [reason: string, headers: Record<string, string>, fields: object][] = [
  ['bot', { 'user-agent': BOT }, {}],
  ['bot', { 'user-agent': '' }, {}],
  ['bot', { 'user-agent': 'curl/8.5.0' }, {}],
  ['bot', { 'sec-ch-ua': '"HeadlessChrome";v="140", "Not=A?Brand";v="24", "Chromium";v="140"' }, {}],
  ['bot', { 'sec-ch-ua': '"Chromium";v="138", "Google Chrome";v="138"' }, {}],
  ['excluded_ip', { 'x-forwarded-for': '198.51.100.77' }, {}],
  ['excluded_ip', { 'x-forwarded-for': '2001:db8:0:0::7' }, {}],
  ['wrong_host', {}, { page: 'https://other.example/' }],
  ['wrong_host', {}, { page: 'https://notexample.com/' }],
  ['wrong_host', {}, { page: 'https://example.com.evil.example/' }],
  ['spam', {}, { referrer: 'http://semalt.com/crawler.php?u=https://example.com' }],
  ['spam', {}, { referrer: 'HTTPS://user:x@WWW.Top.Semalt.COM.:8080' }],
  ['prefetch', { 'sec-purpose': 'prefetch' }, {}],
  ['prefetch', { purpose: 'prefetch' }, {}],
  ['prefetch', { 'x-moz': 'prefetch' }, {}],
  ['privacy_signal', { dnt: '1' }, { dnt: true }],
  ['privacy_signal', { 'sec-gpc': '1' }, { dnt: true }],
];

async function graphqlDrops(server: TestServer, id: number, key: string | null = server.key) {
  const query = `{ website(id: ${id}) {
    dropped(from: "2026-11-01", to: "2026-11-30") { day reason count } } }`;
  const response = await server.call('/graphql', {
    method: 'POST',
    key,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  const { data } = (await response.json()) as { data: { website: { dropped: unknown } | null } };
  return data.website?.dropped;
}

/** Counts the accounts of `ownWebsite`. */
let owners = 0;

/** Registers a website that has an account of its own, so that several tests share a server. */
async function ownWebsite(server: TestServer, settings: Record<string, string>) {
  owners += 1;
  const { key } = await server.newAccount(`owner${owners}@example.com`);
  return { ...(await newWebsite(server, settings, key)), key };
}

const dropsOf = async (server: TestServer, id: number) =>
  (await drops(server)).filter(({ websiteId }) => websiteId === id);

describe('a dropped hit is counted only by its reason', () => {
  const shared = sharedServer();

  test.each(CASES)('%s: %j %j', async (reason, headers, fields) => {
    const server = shared();
    const exclude_ips = '198.51.100.0/24\n2001:db8::/64';
    const { id, tracking_id: website, key } = await ownWebsite(server, { exclude_ips });
    const sent = { website, page, ...fields };
    const first = await sendHit(server, sent, headers);
    expect(outcome(first)).toEqual([202, reason]);
    expect(await first.text()).toBe('');
    expect(outcome(await sendHit(server, { ...sent, event: { name: 'Order' } }, headers))).toEqual([
      202,
      reason,
    ]);

    const stored = reason === 'spam' ? 'spam semalt.com' : reason;
    expect(await dropsOf(server, id)).toEqual([{ websiteId: id, day: 20261121, reason: stored, count: 2 }]);
    expect(await graphqlDrops(server, id, key)).toEqual([{ day: '2026-11-21', reason, count: 2 }]);
    for (const table of ['Hit', 'Visit', 'DayTotal']) expect(await countOf(server, table, id)).toBe(0);
  });

  test('also if it is sent by the pixel', async () => {
    await using server = await startTestServer();
    const { id, tracking_id: website } = await newWebsite(server);
    expect(outcome(await loadPixel(server, { website, page }, { 'user-agent': BOT }))).toEqual([202, 'bot']);
    expect(outcome(await loadPixel(server, { website, page }, { 'sec-gpc': '1' }))).toEqual([
      202,
      'privacy_signal',
    ]);
    expect(await drops(server)).toMatchObject([
      { websiteId: id, reason: 'bot', count: 1 },
      { websiteId: id, reason: 'privacy_signal', count: 1 },
    ]);
  });
});

describe('a hit is not dropped', () => {
  const shared = sharedServer();
  const [SPAM, OWN] = [{ url: 'semalt.com' }, { page: 'https://semalt.com/' }];
  const [BELOW, INNER] = [{ url: 'blog.semalt.com' }, { page: 'https://blog.semalt.com/' }];
  test.each([
    ['from a bot if exclude_bots is 0', { exclude_bots: '0' }, { 'user-agent': BOT }, {}],
    ['from a subdomain', {}, {}, { page: 'https://shop.example.com/' }],
    ['from a page with www.', {}, {}, { page: 'http://www.example.com:8080/' }],
    ['from just outside an excluded range', { exclude_ips: '198.51.100.0/24' }, {}, {}],
    ['with a referrer that ends like a spam domain', {}, {}, { referrer: 'https://notsemalt.com/' }],
    ['of a listed website, from its own pages', SPAM, {}, { ...OWN, referrer: 'https://www.semalt.com/a' }],
    ['of a website below a listed domain', BELOW, {}, { ...INNER, referrer: 'https://semalt.com/' }],
    ['with Do Not Track off', {}, { dnt: '0', 'sec-gpc': '0' }, {}],
    ['with a signal that the website does not honour', {}, { dnt: '1', 'sec-gpc': '1' }, { dnt: false }],
  ])('%s', async (_, settings, headers, fields) => {
    const server = shared();
    const own = await ownWebsite(server, settings as Record<string, string>);
    const { id, tracking_id: website } = own;
    const address = { 'x-forwarded-for': '198.51.101.1' };
    expect(
      outcome(
        await sendHit(server, { website, page, ...fields }, { ...address, ...headers } as Record<
          string,
          string
        >),
      ),
    ).toEqual(RECORDED);
    expect(await statRows(server, id, 'pageviews', '', own.key)).toEqual([['2026-11-21', 1]]);
    expect(await dropsOf(server, id)).toEqual([]);
  });
});

describe('unknown_website', () => {
  test('is counted globally, by UTC day', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { timezone: 'Pacific/Auckland' });
    expect(outcome(await sendHit(server, { website: 'nonsense', page }))).toEqual([202, 'unknown_website']);
    // Without an id, the response does not reveal whether the domain is known.
    expect(outcome(await sendHit(server, { page: 'https://nobody.example/' }))).toEqual([202, null]);
    expect(outcome(await loadPixel(server, { website: 'nonsense', page }))).toEqual([202, 'unknown_website']);
    expect(await drops(server)).toEqual([
      { websiteId: 0, day: 20261121, reason: 'unknown_website', count: 3 },
    ]);
    expect(await graphqlDrops(server, 1)).toEqual([]);
  });

  test('is the reason for the tracking id of a deleted website', async () => {
    await using server = await startTestServer();
    const { tracking_id: website } = await newWebsite(server);
    expect(outcome(await sendHit(server, { website, page }))).toEqual(RECORDED);
    await rest(server, `${WEBSITES}/1`, { method: 'DELETE' });
    expect(outcome(await sendHit(server, { website, page }))).toEqual([202, 'unknown_website']);
  });
});

test('only the first applicable reason is counted, in the documented order', async () => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server, { exclude_ips: '198.51.100.77' });
  const signs: [reason: string, headers: Record<string, string>, fields: object][] = [
    ['bot', { 'user-agent': BOT }, {}],
    ['excluded_ip', { 'x-forwarded-for': '198.51.100.77' }, {}],
    ['wrong_host', {}, { page: 'https://other.example/' }],
    ['spam', {}, { referrer: 'https://semalt.com/' }],
    ['prefetch', { 'sec-purpose': 'prefetch' }, {}],
    ['privacy_signal', { dnt: '1' }, {}],
  ];
  for (const [index, [reason]] of signs.entries()) {
    const rest = signs.slice(index);
    const fields = Object.assign({ website, page }, ...rest.map(([, , more]) => more));
    const headers = Object.assign({}, ...rest.map(([, more]) => more));
    expect(outcome(await sendHit(server, fields, headers))).toEqual([202, reason]);
  }
});

test('the day of a drop is in the time zone of the website', async () => {
  await using server = await startTestServer();
  const { id, tracking_id: website } = await newWebsite(server, { timezone: 'Pacific/Auckland' });
  await sendHit(server, { website, page }, { 'user-agent': BOT });
  expect(await drops(server)).toEqual([{ websiteId: id, day: 20261122, reason: 'bot', count: 1 }]);
});

test('only the owner can read the counters', async () => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server, { privacy: '0' });
  await sendHit(server, { website, page }, { 'user-agent': BOT });
  const other = await server.newAccount('other@example.com');
  expect(await graphqlDrops(server, 1)).toHaveLength(1);
  expect(await graphqlDrops(server, 1, other.key)).toBeNull();
  expect(await graphqlDrops(server, 1, null)).toBeNull();
});

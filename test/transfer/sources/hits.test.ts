import { describe, expect, test } from '@jest/globals';
import { findSource } from '../../../src/transfer/sources/index.ts';
import { csvOf } from '../../support/transfer/csv.ts';
import { hitsOf, readRecords, skippedOf } from '../../support/transfer/files.ts';
import { makeGoatCounterCsv, makeSimpleAnalyticsCsv, makeUmamiCsv } from '../../support/transfer/hitFiles.ts';
import { makeGa4Parquet } from '../../support/transfer/parquet.ts';
import {
  madeGa4Events,
  makeGa4JsonLines,
  makeMatomoCsv,
  makeMatomoJson,
} from '../../support/transfer/visitFiles.ts';

const AT = Date.UTC(2026, 9, 1, 8);
const ONE = { pageviews: 1, events: 1, visitors: 1, start: AT };

const BERLIN = { country: 'DE', region: 'Berlin', city: 'Berlin' };
const UNKNOWN = { address: '', userAgent: '' };

/** The pageview and the event of the made files. */
const EXPECTED = {
  umami: {
    page: 'https://example.com/?utm_source=news',
    referrer: 'https://example.org/search?q=footfall',
    visitor: 'session-0',
    ...UNKNOWN,
    language: 'de-DE',
    resolution: '1440x900',
    client: { browser: 'Chrome', os: 'Windows', device: 'desktop' },
    place: BERLIN,
    tags: { utm_source: 'news' },
  },
  goatcounter: {
    page: '/',
    referrer: 'https://www.reddit.com',
    visitor: '287fb97cbed4e4f-0000000000000000',
    ...UNKNOWN,
    language: '',
    resolution: '1280x768',
    client: { browser: 'Chrome', os: 'Windows', device: '' },
    place: { country: 'US', region: 'Texas', city: '' },
  },
  'simple-analytics': {
    page: 'https://example.com/?utm_source=news',
    referrer: 'https://example.org/search',
    visitor: 'session-0',
    ...UNKNOWN,
    language: 'de-DE',
    resolution: '1440x900',
    client: { browser: 'Chrome', os: 'macOS', device: 'desktop' },
    place: { country: 'DE', region: '', city: '' },
    tags: { utm_source: 'news' },
  },
  matomo: {
    page: 'https://example.com/',
    referrer: 'https://example.org/search',
    visitor: '0000000000000000',
    ...UNKNOWN,
    language: 'de-de',
    resolution: '412x915',
    client: { browser: 'Chrome', os: 'Linux', device: 'mobile' },
    place: BERLIN,
  },
  ga4: {
    page: 'https://example.com/',
    referrer: 'https://example.org/search',
    visitor: '0.1795792797',
    ...UNKNOWN,
    language: 'de-de',
    resolution: '',
    client: { browser: 'Chrome', os: 'macOS', device: 'desktop' },
    place: BERLIN,
    tags: { utm_source: 'news', utm_medium: 'email' },
  },
};

const MATOMO_EVENT = { name: 'Signup', value: 2, properties: { category: 'Form', name: 'Header' } };

describe('everything that Footfall counts of a hit is read:', () => {
  test.each([
    ['umami', 'umami' as const, makeUmamiCsv, '/about?utm_source=news', { name: 'Signup' }],
    // An event of GoatCounter has no page.
    ['goatcounter', 'goatcounter' as const, makeGoatCounterCsv, '', { name: 'Signup' }],
    [
      'simple-analytics',
      'simple-analytics' as const,
      makeSimpleAnalyticsCsv,
      '/about?utm_source=news',
      { name: 'Signup', properties: { plan: 'pro', seats: 5 } },
    ],
    ['matomo, JSON', 'matomo' as const, makeMatomoJson, '/about', MATOMO_EVENT],
    ['matomo, CSV', 'matomo' as const, makeMatomoCsv, '/about', MATOMO_EVENT],
    [
      'ga4, JSON lines',
      'ga4' as const,
      makeGa4JsonLines,
      '/about',
      { name: 'Signup', properties: { plan: 'pro' } },
    ],
    [
      'ga4, Parquet',
      'ga4' as const,
      makeGa4Parquet,
      '/about',
      { name: 'Signup', properties: { plan: 'pro' } },
    ],
  ])('%s', async (_, source, make, path, event) => {
    const [pageview, second] = hitsOf(await readRecords(findSource(source), (await make(ONE)).bytes));
    const expected = EXPECTED[source];
    expect(pageview).toEqual({ kind: 'hit', line: expect.any(Number), at: AT, ...expected });
    expect(second).toEqual({
      kind: 'hit',
      line: expect.any(Number),
      ...expected,
      at: AT + 60_000,
      page: path === '' ? '/' : `https://example.com${path}`,
      event,
    });
  });
});

test('Parquet with every codec of BigQuery is read', async () => {
  for (const codec of ['uncompressed', 'gzip', 'zstd', 'brotli'] as const) {
    const { bytes, expected } = await makeGa4Parquet({}, codec);
    expect(hitsOf(await readRecords(findSource('ga4'), bytes)).length).toBe(
      expected.pageviews + expected.events,
    );
  }
});

test('Parquet without its footer is refused', async () => {
  const { bytes } = await makeGa4Parquet();
  await expect(readRecords(findSource('ga4'), bytes.subarray(0, bytes.length - 9))).rejects.toThrow(
    '"export.csv" is a damaged or incomplete Parquet file. Export it again, or as JSON lines.',
  );
});

test('purchases of GA4 have revenue, and its array of JSON is read', async () => {
  const { events } = madeGa4Events(ONE);
  const params = [
    { key: 'currency', value: { string_value: 'EUR' } },
    { key: 'value', value: { double_value: 49.9 } },
    { key: 'transaction_id', value: { string_value: 'T1' } },
  ];
  const purchase = { ...events[0], event_name: 'purchase', event_params: params };
  const score = { ...purchase, event_name: 'score', event_params: params.slice(1, 2) };
  const screen = { ...purchase, event_name: 'page_view' };
  const records = await readRecords(findSource('ga4'), JSON.stringify([purchase, score, screen, {}]));
  expect(hitsOf(records).map(({ page, event }) => [page, event])).toEqual([
    [
      '/',
      { name: 'purchase', revenue: { amount: 49.9, currency: 'EUR' }, properties: { transaction_id: 'T1' } },
    ],
    ['/', { name: 'score', value: 49.9 }],
  ]);
  expect(skippedOf(records).map(({ line, reason }) => [line, reason])).toEqual([
    [3, 'no_page'],
    [4, 'unreadable'],
  ]);
});

test('orders of Matomo have revenue, and its campaigns are read', async () => {
  const visit = {
    idVisit: 1,
    visitorId: 'abc',
    referrerType: 'campaign',
    referrerName: 'May',
    referrerKeyword: 'shoes',
    siteCurrency: 'EUR',
    actionDetails: [
      { type: 'action', url: 'https://example.com/shop', timestamp: AT / 1_000 },
      { type: 'ecommerceOrder', revenue: '49.90', timestamp: AT / 1_000 },
      { type: 'goal', url: 'https://example.com/shop', timestamp: AT / 1_000 },
    ],
  };
  const records = await readRecords(findSource('matomo'), JSON.stringify([visit, { a: 1 }]));
  expect(hitsOf(records)).toMatchObject([
    { page: 'https://example.com/shop', tags: { campaign: 'May', utm_term: 'shoes' } },
    {
      page: 'https://example.com/shop',
      event: { name: 'Purchase', revenue: { amount: '49.90', currency: 'EUR' } },
    },
  ]);
  expect(skippedOf(records).map(({ line, reason }) => [line, reason])).toEqual([
    [1, 'other_action'],
    [2, 'unreadable'],
  ]);
});

test('the columns of Umami may be in any order and be missing', async () => {
  const bytes = csvOf([
    { created_at: '2026-10-01 08:00:00.123+00', session_id: 's', event_name: '', url_path: '/a' },
    { created_at: '2026-10-01 08:00:00', session_id: 's', event_name: 'Signup', url_path: '/a' },
    { created_at: 'yesterday', session_id: 's', event_name: '', url_path: '/a' },
  ]);
  const records = await readRecords(findSource('umami'), bytes);
  expect(records).toMatchObject([
    { at: AT + 123, page: '/a', visitor: 's' },
    { at: AT, event: { name: 'Signup' } },
    {
      line: 4,
      reason: 'unreadable',
      message: 'created_at must be a time such as 2026-11-27 15:19:57.',
    },
  ]);
  await expect(readRecords(findSource('umami'), csvOf([{ url_path: '/a' }]))).rejects.toThrow(
    '"export.csv" has no column "session_id", "created_at". Its first line must name the columns',
  );
});

describe('referrers of GoatCounter become', () => {
  const row = { '2Path': '/a', Session: '1', Date: '2026-10-01T08:00:00Z', FirstVisit: '1' };
  test.each([
    ['h', 'example.org/page.html', { referrer: 'https://example.org/page.html' }],
    ['h', 'https://example.org', { referrer: 'https://example.org' }],
    ['o', 'com.google.android.gm', { referrer: 'android-app://com.google.android.gm' }],
    ['g', 'Hacker News', { referrer: '', tags: { utm_source: 'Hacker News' } }],
    ['c', 'newsletter', { referrer: '', tags: { utm_source: 'newsletter' } }],
    ['', '', { referrer: '' }],
  ])('of the scheme "%s", %s', async (scheme, ref, expected) => {
    const bytes = csvOf([{ ...row, Referrer: ref, 'Referrer scheme': scheme }]);
    expect(hitsOf(await readRecords(findSource('goatcounter'), bytes))).toMatchObject([expected]);
  });
});

test('another version of the CSV of GoatCounter is refused', async () => {
  const bytes = csvOf([
    { '3Path': '/a', 'Referrer scheme': 'h', FirstVisit: 1, Date: '2026-10-01T08:00:00Z' },
  ]);
  await expect(readRecords(findSource('goatcounter'), bytes)).rejects.toThrow(
    '"export.csv" has the export version 3; version 2 can be imported.',
  );
});

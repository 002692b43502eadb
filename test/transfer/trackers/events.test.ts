import { afterEach, expect, test } from '@jest/globals';
import { COMPATIBLE_NAMES, type CompatibleProduct } from '../../../src/tracker/compatible.ts';
import { newWebsite, WEBSITES } from '../../support/rest.ts';
import { sharedServer } from '../../support/shared.ts';
import {
  amplitude,
  HOST,
  location,
  matomo,
  ORDER,
  OUTBOUND,
  openpanel,
  paid,
  plan,
  posthog,
  rybbit,
  SIGNUP,
  snowplow,
  track,
  URL,
  umami,
  vemetric,
} from '../../support/trackers/events.ts';
import {
  base64,
  byForm,
  byGet,
  type Sent,
  type StoredHit,
  sendForeign,
  storedHits,
} from '../../support/trackers/request.ts';

/** Requests that are one event, and what is stored of it. */
const EVENTS: [CompatibleProduct, Sent, StoredHit][] = [
  [
    'plausible',
    { path: '/api/event', body: { n: 'Signup', u: URL, d: 'x1', r: null, p: JSON.stringify(plan) } },
    SIGNUP,
  ],
  [
    'plausible',
    {
      path: '/api/event',
      body: { n: 'Order', v: 36, u: URL, d: 'x1', p: { plan: 'free' }, $: { amount: 49.9, currency: 'EUR' } },
    },
    ORDER,
  ],
  [
    'plausible',
    {
      path: '/api/event',
      body: {
        name: 'Outbound Link: Click',
        url: URL,
        domain: 'y,x1',
        props: { url: 'https://other.example/' },
      },
    },
    OUTBOUND,
  ],
  ['umami', umami({ name: 'Signup', data: plan }), SIGNUP],
  ['umami', umami({ name: 'Order', data: paid }), ORDER],
  [
    'goatcounter',
    { ...byGet('/count', { p: 'Signup', e: 'true', t: 'Sign up' }), headers: { referer: URL } },
    { path: '/a', event: 'Signup' },
  ],
  [
    'matomo',
    matomo({
      e_c: 'Form',
      e_a: 'Signup',
      e_n: 'footer',
      e_v: '2.5',
      dimension1: 'a',
      cvar: '{"1":["plan","free"]}',
    }),
    {
      path: '/a',
      event: 'Signup',
      value: 2.5,
      properties: { category: 'Form', name: 'footer', dimension1: 'a', plan: 'free' },
    },
  ],
  ['matomo', matomo({ link: 'https://other.example/' }), OUTBOUND],
  [
    'matomo',
    matomo({ download: 'https://shop.example.com/a.pdf' }),
    { path: '/a', event: 'File Download', properties: { url: 'https://shop.example.com/a.pdf' } },
  ],
  [
    'matomo',
    matomo({ search: 'tea', search_count: '3' }),
    { path: '/a', event: 'Site Search', properties: { search: 'tea', results: '3' } },
  ],
  [
    'matomo',
    matomo({ idgoal: '0', ec_id: 'A7', revenue: '49.9' }),
    { path: '/a', event: 'Order', value: 49.9, properties: { order: 'A7' } },
  ],
  ['matomo', matomo({ idgoal: '3', revenue: '1' }), { path: '/a', event: 'Goal 3', value: 1 }],
  [
    'ackee',
    {
      path: '/api',
      headers: { referer: URL },
      body: {
        query: 'mutation createAction($eventId: ID!, $input: CreateActionInput!) {…}',
        variables: { eventId: 'x1', input: { key: 'Signup', value: 1, details: 'b' } },
      },
    },
    { path: '/a', event: 'Signup', value: 1, properties: { details: 'b' } },
  ],
  ['openpanel', openpanel('Signup', plan), SIGNUP],
  ['openpanel', openpanel('Order', { plan: 'free', __revenue: 4990, currency: 'EUR' }), ORDER],
  [
    'openpanel',
    openpanel('Order', { plan: 'free', __revenue: 4990 }),
    { path: '/a', event: 'Order', value: 49.9, properties: { plan: 'free' } },
  ],
  ['openpanel', openpanel('link_out', { href: 'https://other.example/', text: 'Other' }), OUTBOUND],
  [
    'rybbit',
    rybbit({ type: 'custom_event', event_name: 'Signup', properties: JSON.stringify(plan) }),
    SIGNUP,
  ],
  [
    'rybbit',
    rybbit({ type: 'outbound', properties: '{"url":"https://other.example/","text":"x"}' }),
    OUTBOUND,
  ],
  [
    'simple-analytics',
    { path: '/events', body: { type: 'event', hostname: HOST, event: 'Signup', path: '/a', metadata: plan } },
    SIGNUP,
  ],
  [
    'simple-analytics',
    byGet('/simple.gif', {
      type: 'event',
      hostname: HOST,
      event: 'Signup',
      path: '/a',
      id: 'u',
      metadata: JSON.stringify(plan),
    }),
    SIGNUP,
  ],
  [
    'fathom',
    byGet('/', { h: `https://${HOST}`, p: '/a', sid: 'x1', name: 'Signup', value: '150' }),
    { path: '/a', event: 'Signup', value: 1.5 },
  ],
  ['swetrix', { path: '/log/custom', body: { pid: 'x1', ev: 'Signup', pg: '/a', meta: plan } }, SIGNUP],
  [
    'pirsch',
    { path: '/api/v1/event/batch', body: [{ url: URL, event_name: 'Signup', event_meta: plan }] },
    SIGNUP,
  ],
  [
    'pirsch',
    { path: '/event', body: { url: URL, identification_code: 'x1', event_name: 'Signup', event_meta: plan } },
    SIGNUP,
  ],
  ['posthog', posthog('Signup', plan), SIGNUP],
  ['posthog', posthog('Order', paid), ORDER],
  [
    'countly',
    byForm('/i', {
      app_key: 'x1',
      device_id: 'd',
      timestamp: '1',
      events: JSON.stringify([{ key: 'Signup', count: 1, sum: 9.5, dur: 2, segmentation: plan }]),
    }),
    // Without a view before it, only the origin of its page is known.
    { ...SIGNUP, path: '/', value: 9.5 },
  ],
  ['amplitude', amplitude({ event_type: 'Signup', event_properties: { ...location, ...plan } }), SIGNUP],
  // The name of a property of every object.
  [
    'amplitude',
    amplitude({ event_type: 'constructor', event_properties: location }),
    { path: '/a', event: 'constructor' },
  ],
  [
    'amplitude',
    amplitude({
      event_type: 'revenue_amount',
      event_properties: { ...location, $productId: 'tea', $quantity: 2, $price: 24.95, $currency: 'EUR' },
    }),
    { path: '/a', event: 'revenue_amount', properties: { product: 'tea' }, revenue: '49.90 EUR' },
  ],
  [
    'snowplow',
    snowplow({ e: 'se', se_ca: 'Form', se_ac: 'Signup', se_la: 'footer', se_va: '2' }),
    { path: '/a', event: 'Signup', value: 2, properties: { category: 'Form', label: 'footer' } },
  ],
  [
    'snowplow',
    snowplow({
      e: 'ue',
      ue_pr: JSON.stringify({ data: { schema: 'iglu:com.acme/Signup/jsonschema/1-0-0', data: plan } }),
    }),
    SIGNUP,
  ],
  [
    'snowplow',
    snowplow({
      e: 'ue',
      ue_px: base64({
        data: {
          schema: 'iglu:com.snowplowanalytics.snowplow/link_click/jsonschema/1-0-1',
          data: { targetUrl: 'https://other.example/' },
        },
      }),
    }),
    OUTBOUND,
  ],
  [
    'snowplow',
    snowplow({ e: 'tr', tr_id: 'A7', tr_tt: '49.9', tr_cu: 'EUR' }),
    { path: '/a', event: 'transaction', value: 49.9, properties: { order: 'A7' }, revenue: '49.90 EUR' },
  ],
  ['vemetric', vemetric({ name: 'Signup', customData: plan }), SIGNUP],
  [
    'vemetric',
    vemetric({ name: '$$outboundLink', customData: { href: 'https://other.example/' } }),
    OUTBOUND,
  ],
  ['segment', { path: '/t', body: track(plan) }, SIGNUP],
  ['segment', { path: '/v1/batch', body: { batch: [track(paid, 'Order')], writeKey: 'x1' } }, ORDER],
  ['rudderstack', { path: '/v1/track', body: track(plan) }, SIGNUP],
  ['jitsu', { path: '/api/s/track', headers: { 'x-write-key': 'x1' }, body: track(plan) }, SIGNUP],
  [
    'mixpanel',
    byForm('/track/', {
      data: base64([
        { event: 'Signup', properties: { token: 'x1', $current_url: URL, mp_lib: 'web', ...plan } },
      ]),
    }),
    SIGNUP,
  ],
  [
    'phpanalytics',
    { path: '/api/event', body: { page: URL, event: { name: 'Signup', value: 3, unit: 'EUR' } } },
    { path: '/a', event: 'Signup', value: 3 },
  ],
];

const started = sharedServer({ env: { COMPATIBLE: COMPATIBLE_NAMES.join() } });
let latest = 0;
afterEach(async () => {
  await started().call(`${WEBSITES}/${latest}`, { method: 'DELETE' });
});

test.each(EVENTS)('%s: %j is an event', async (_product, sent, expected) => {
  const server = started();
  ({ id: latest } = await newWebsite(server, { url: HOST, aliases: 'x1' }));
  const response = await sendForeign(server, sent);
  expect([response.status, response.headers.get('x-footfall-dropped')]).toEqual([200, null]);
  expect(await storedHits(server)).toEqual([expected]);
});

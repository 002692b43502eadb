import { afterEach, expect, test } from '@jest/globals';
import { COMPATIBLE_NAMES, type CompatibleProduct } from '../../../src/tracker/compatible.ts';
import { newWebsite, WEBSITES } from '../../support/rest.ts';
import { sharedServer } from '../../support/shared.ts';
import {
  amplitude,
  HOST,
  matomo,
  plan,
  posthog,
  rybbit,
  snowplow,
  URL,
} from '../../support/trackers/events.ts';
import { base64, byForm, type Sent, sendForeign, storedHits } from '../../support/trackers/request.ts';

/** Requests that are answered as their scripts expect, and count nothing. */
const UNCOUNTED: [CompatibleProduct, Sent, string][] = [
  [
    'plausible',
    { path: '/api/event', body: { n: 'engagement', sd: 18, d: 'x1', u: URL, e: 5017, v: 36 } },
    '{}',
  ],
  [
    'umami',
    { path: '/api/send', body: { type: 'identify', payload: { website: 'x1', data: plan } } },
    '"cache"',
  ],
  [
    'umami',
    { path: '/api/send', body: { type: 'performance', payload: { website: 'x1', lcp: 1 } } },
    '"cache"',
  ],
  ['umami', { path: '/api/record', body: { type: 'record', payload: { events: [] } } }, '{}'],
  ['matomo', matomo({ ping: '1', pv_id: 'abc123' }), 'GIF'],
  ['matomo', matomo({ rec: '0' }), 'GIF'],
  [
    'ackee',
    {
      path: '/api',
      body: { query: 'mutation updateRecord($recordId: ID!) {…}', variables: { recordId: '0' } },
    },
    '{"data":{"updateRecord":{"success":true}}}',
  ],
  ['openpanel', { path: '/track', body: { type: 'identify', payload: { profileId: 'u1' } } }, '{"deviceId"'],
  ['rybbit', rybbit({ type: 'performance', lcp: 1 }), '{"success":true}'],
  ['rybbit', rybbit({ type: 'error', event_name: 'TypeError' }), '{"success":true}'],
  ['rybbit', { method: 'GET', path: '/api/site/tracking-config/x1' }, '"trackInitialPageView":true'],
  ['counterscale', { method: 'GET', path: '/cache?sid=x1' }, '{"ht":1}'],
  ['simple-analytics', { path: '/append', body: { type: 'append', original_id: 'u', duration: 4 } }, '{}'],
  ['swetrix', { path: '/log/hb', body: { pid: 'x1' } }, '{}'],
  ['swetrix', { path: '/log/error', body: { pid: 'x1', name: 'TypeError' } }, '{}'],
  ['pirsch', { path: '/api/v1/session', body: { url: URL } }, '{}'],
  ['pirsch', { path: '/api/v1/token', body: { client_id: 'a', client_secret: 'b' } }, '"access_token"'],
  ['posthog', posthog('$pageleave', {}), '{"status":1}'],
  ['posthog', posthog('$identify', {}), '{"status":1}'],
  ['posthog', { method: 'GET', path: '/array/x1/config' }, '"hasFeatureFlags":false'],
  ['posthog', byForm('/flags/?v=2', { data: base64({ token: 'x1' }) }), '"featureFlags":{}'],
  ['posthog', { path: '/s/', body: [{ event: '$snapshot' }] }, '{"status":1}'],
  ['countly', byForm('/o/sdk', { app_key: 'x1', method: 'sc' }), '"c":{}'],
  [
    'countly',
    byForm('/i', { app_key: 'x1', device_id: 'd', session_duration: '61' }),
    '{"result":"Success"}',
  ],
  ['amplitude', amplitude({ event_type: 'session_start' }), '{"code":200'],
  ['snowplow', snowplow({ e: 'pp', pp_may: '3' }), '{}'],
  ['vemetric', { path: '/l', body: { Token: 'x1' } }, '{}'],
  [
    'segment',
    { path: '/v1/i', body: { type: 'identify', userId: 'u1', writeKey: 'x1' } },
    '{"success":true}',
  ],
  ['segment', { method: 'GET', path: '/v1/projects/x1/settings' }, '"apiKey":"x1"'],
  ['rudderstack', { method: 'GET', path: '/sourceConfig/?writeKey=x1' }, '"destinations":[]'],
  ['mixpanel', byForm('/engage/', { data: base64([{ $token: 'x1' }]) }), '1'],
];

const started = sharedServer({ env: { COMPATIBLE: COMPATIBLE_NAMES.join() } });
let latest = 0;
afterEach(async () => {
  await started().call(`${WEBSITES}/${latest}`, { method: 'DELETE' });
});

test.each(UNCOUNTED)('%s: %j counts nothing, and is answered', async (_product, sent, answer) => {
  const server = started();
  ({ id: latest } = await newWebsite(server, { url: HOST, aliases: 'x1' }));
  const response = await sendForeign(server, sent);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain(answer);
  expect(await storedHits(server)).toEqual([]);
});

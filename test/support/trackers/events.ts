import { byGet, type Sent, type StoredHit } from './request.ts';

/** Parts of requests that are events, or count nothing. */
export const URL = 'https://shop.example.com/a';
export const HOST = 'shop.example.com';
export const SIGNUP: StoredHit = {
  path: '/a',
  event: 'Signup',
  properties: { plan: 'free', n: '1', b: 'true' },
};
export const ORDER: StoredHit = {
  path: '/a',
  event: 'Order',
  properties: { plan: 'free' },
  revenue: '49.90 EUR',
};
export const OUTBOUND: StoredHit = {
  path: '/a',
  event: 'Outbound Link: Click',
  properties: { url: 'https://other.example/' },
};
export const plan = { plan: 'free', n: 1, b: true };
export const paid = { plan: 'free', revenue: 49.9, currency: 'EUR' };

export const umami = (payload: object): Sent => ({
  path: '/api/send',
  body: { type: 'event', payload: { website: 'x1', hostname: HOST, url: '/a', ...payload } },
});
export const matomo = (fields: Record<string, string>): Sent =>
  byGet('/matomo.php', { idsite: 'x1', rec: '1', url: URL, ...fields });
export const openpanel = (name: string, properties: object): Sent => ({
  path: '/api/track',
  headers: { 'openpanel-client-id': 'x1' },
  body: { type: 'track', payload: { name, properties: { __path: URL, __referrer: '', ...properties } } },
});
export const rybbit = (fields: object): Sent => ({
  path: '/track',
  body: { site_id: 'x1', hostname: HOST, pathname: '/a', querystring: '', ...fields },
});
export const posthog = (event: string, properties: object): Sent => ({
  path: '/i/v0/e/',
  body: { event, api_key: 'x1', properties: { $current_url: URL, $lib: 'web', token: 'x1', ...properties } },
});
export const snowplow = (fields: object): Sent => ({
  path: '/com.snowplowanalytics.snowplow/tp2',
  body: { data: [{ url: URL, aid: 'x1', ...fields }] },
});
export const track = (properties: object, event = 'Signup') => ({
  type: 'track',
  event,
  properties,
  context: { page: { url: URL, referrer: '' } },
  writeKey: 'x1',
});
export const amplitude = (event: object): Sent => ({
  path: '/2/httpapi',
  body: { api_key: 'x1', events: [event] },
});
export const location = { '[Amplitude] Page Location': URL };
export const vemetric = (body: object): Sent => ({
  path: '/e',
  headers: { token: 'x1' },
  body: { url: URL, ...body },
});

import { gzipSync } from 'node:zlib';
import { GIF, JSON_ANSWER, PAGE, type Pageview, REFERRER } from './pageview.ts';
import { base64, byForm, byGet } from './request.ts';

const snowplow = {
  e: 'pv',
  url: PAGE,
  page: 'Tea /a',
  refr: REFERRER,
  eid: 'e1',
  aid: 'x1',
  lang: 'en-GB',
  res: '1920x1080',
};
const posthog = {
  uuid: '0193a',
  event: '$pageview',
  properties: {
    $current_url: PAGE,
    $referrer: REFERRER,
    $screen_width: 1920,
    $screen_height: 1080,
    $browser_language: 'en-GB',
    distinct_id: 'd1',
    utm_source: 'news',
    token: 'x1',
  },
};
const call = {
  type: 'page',
  messageId: 'm1',
  properties: { path: '/a', referrer: REFERRER, search: '?utm_source=news&x=1', title: 'Tea /a', url: PAGE },
  context: { locale: 'en-GB', campaign: { source: 'news' }, screen: { width: 1920, height: 1080 } },
  writeKey: 'x1',
};

/** Recorded pageviews of products for events. */
export const PRODUCT_ANALYTICS: Pageview[] = [
  [
    'posthog',
    'posthog-js, compressed',
    { path: '/e/', body: gzipSync(JSON.stringify({ api_key: 'x1', batch: [posthog], sent_at: '' })) },
    [200, '{"status":1}'],
  ],
  [
    'posthog',
    'posthog-js, Base64',
    byForm('/e/?compression=base64', { data: base64(posthog) }),
    [200, '{"status":1}'],
  ],
  [
    'countly',
    'countly-sdk-web',
    byForm('/i', {
      app_key: 'x1',
      device_id: 'd1',
      timestamp: '1795793430241',
      events: JSON.stringify([
        { key: '[CLY]_orientation', count: 1, segmentation: { mode: 'landscape' } },
        {
          key: '[CLY]_view',
          count: 1,
          segmentation: {
            name: '/a',
            visit: 1,
            view: '/a',
            domain: 'shop.example.com',
            start: 1,
            utm_source: 'news',
            referrer: REFERRER,
          },
        },
      ]),
    }),
    [200, '{"result":"Success"}'],
  ],
  [
    'amplitude',
    '@amplitude/analytics-browser',
    {
      path: '/2/httpapi',
      body: {
        api_key: 'x1',
        events: [
          { event_type: '$identify', insert_id: 'i0' },
          { event_type: 'session_start', insert_id: 'i1' },
          {
            event_type: '[Amplitude] Page Viewed',
            insert_id: 'i2',
            language: 'en-GB',
            event_properties: { '[Amplitude] Page Location': PAGE, utm_source: 'news', referrer: REFERRER },
          },
        ],
      },
    },
    [200, '{"code":200,'],
  ],
  [
    'snowplow',
    '@snowplow/browser-tracker',
    {
      path: '/com.snowplowanalytics.snowplow/tp2',
      body: { schema: 'iglu:com.snowplowanalytics.snowplow/payload_data/jsonschema/1-0-4', data: [snowplow] },
    },
    JSON_ANSWER,
  ],
  ['snowplow', 'by GET', byGet('/i', snowplow), GIF],
  [
    'vemetric',
    '@vemetric/web',
    {
      path: '/e',
      headers: { token: 'x1', 'v-referrer': REFERRER, 'v-host': 'stats.example.com' },
      body: { url: PAGE, contextId: 'c', name: '$$pageView' },
    },
    JSON_ANSWER,
  ],
  ['segment', '@segment/analytics-next', { path: '/v1/p', body: call }, [200, '{"success":true}']],
  [
    'rudderstack',
    '@rudderstack/analytics-js',
    {
      path: '/v1/page',
      headers: { authorization: `Basic ${Buffer.from('x1:').toString('base64')}` },
      body: { ...call, writeKey: undefined },
    },
    [200, '"OK"'],
  ],
  [
    'jitsu',
    '@jitsu/js',
    { path: '/api/s/page', headers: { 'x-write-key': 'x1' }, body: { ...call, writeKey: 'k:***' } },
    [200, '{"ok":true}'],
  ],
  [
    'mixpanel',
    'mixpanel-browser',
    byForm('/track/?verbose=1&ip=1&_=1', {
      data: base64([
        {
          event: '$mp_web_page_view',
          properties: {
            token: 'x1',
            $insert_id: 'i1',
            $current_url: PAGE,
            $referrer: REFERRER,
            $screen_width: 1920,
            $screen_height: 1080,
            distinct_id: 'd',
          },
        },
      ]),
    }),
    [200, '{"status":1,"error":null}'],
  ],
];

import { FURTHER } from './furtherPageviews.ts';
import { GIF, JSON_ANSWER, PAGE, type Pageview, REFERRER } from './pageview.ts';
import { byForm, byGet } from './request.ts';

/** Recorded pageviews of products for web analytics. */
export const WEB_ANALYTICS: Pageview[] = [
  [
    'plausible',
    'the classic script',
    { path: '/api/event', body: { n: 'pageview', u: PAGE, d: 'x1', r: REFERRER, w: 1280, h: 0 } },
    JSON_ANSWER,
  ],
  [
    'plausible',
    '@plausible-analytics/tracker',
    { path: '/api/event', body: { n: 'pageview', v: 36, u: PAGE, d: 'x1', r: REFERRER } },
    JSON_ANSWER,
  ],
  [
    'umami',
    'the script',
    {
      path: '/api/send',
      body: {
        type: 'event',
        payload: {
          website: 'x1',
          screen: '1920x1080',
          language: 'en-GB',
          title: 'Tea',
          hostname: 'shop.example.com',
          url: PAGE,
          referrer: REFERRER,
        },
      },
    },
    [200, '"cache":'],
  ],
  [
    'umami',
    'a batch',
    {
      path: '/api/batch',
      body: [
        {
          type: 'event',
          payload: {
            website: 'x1',
            screen: '1920x1080',
            language: 'en-GB',
            hostname: 'shop.example.com',
            url: '/a?utm_source=news',
            referrer: REFERRER,
          },
        },
      ],
    },
    [200, '{"size":1,"processed":1,"errors":0,"details":[],"cache":'],
  ],
  [
    'goatcounter',
    'count.js',
    byGet('/count', {
      p: '/a?x=1',
      r: REFERRER,
      t: 'Tea',
      s: '1920',
      b: '0',
      q: '?utm_source=news&x=2',
      rnd: 'x',
    }),
    GIF,
  ],
  [
    'matomo',
    'an image',
    byGet('/matomo.php', {
      idsite: 'x1',
      rec: '1',
      url: PAGE,
      urlref: REFERRER,
      res: '1920x1080',
      lang: 'en-GB',
      action_name: 'Tea',
      apiv: '1',
      rand: '1',
    }),
    GIF,
  ],
  [
    'matomo',
    'a beacon without an image',
    byForm('/piwik.php', { idsite: 'x1', rec: '1', url: PAGE, urlref: REFERRER, send_image: '0' }),
    [204, ''],
  ],
  [
    'matomo',
    'in bulk',
    {
      path: '/matomo.php',
      body: { requests: [`?idsite=x1&rec=1&url=${encodeURIComponent(PAGE)}&urlref=${REFERRER}`] },
    },
    [200, '{"status":"success","tracked":1,"invalid":0,"invalid_indices":[]}'],
  ],
  [
    'ackee',
    'ackee-tracker',
    {
      path: '/api',
      body: {
        query: 'mutation createRecord($domainId: ID!, $input: CreateRecordInput!) {…}',
        variables: {
          domainId: 'x1',
          input: {
            siteLocation: PAGE,
            siteReferrer: REFERRER,
            source: 'news',
            siteLanguage: 'en',
            screenWidth: 1920,
            screenHeight: 1080,
          },
        },
      },
    },
    [200, '{"data":{"createRecord":{"payload":{"id":"'],
  ],
  [
    'openpanel',
    '@openpanel/web',
    {
      path: '/track',
      headers: { 'openpanel-client-id': 'x1' },
      body: {
        type: 'track',
        payload: { name: 'screen_view', properties: { __referrer: REFERRER, __path: PAGE, __title: 'Tea' } },
      },
    },
    [200, '{"deviceId":'],
  ],
  [
    'rybbit',
    '@rybbit/js',
    {
      path: '/api/track',
      body: {
        site_id: 'x1',
        hostname: 'shop.example.com',
        pathname: '/a#h',
        querystring: '?utm_source=news&x=1',
        screenWidth: 1920,
        screenHeight: 1080,
        language: 'en-GB',
        page_title: 'Tea',
        referrer: REFERRER,
        type: 'pageview',
      },
    },
    [200, '{"success":true}'],
  ],
  [
    'counterscale',
    '@counterscale/tracker',
    byGet('/collect', {
      p: '/a',
      h: 'https://shop.example.com',
      r: REFERRER,
      sid: 'x1',
      ht: '1',
      us: 'news',
    }),
    GIF,
  ],
  [
    'fathom',
    'Fathom Lite',
    byGet('/collect', {
      pid: '',
      p: '/a?utm_source=news',
      h: 'https://shop.example.com',
      r: REFERRER,
      u: '1',
      nv: '1',
      ns: '1',
      sid: 'x1',
    }),
    GIF,
  ],
  [
    'fathom',
    'later versions',
    byGet('/', {
      h: 'https://shop.example.com',
      p: '/a',
      r: REFERRER,
      sid: 'x1',
      qs: '{"utm_source":"news"}',
      cid: '7',
    }),
    GIF,
  ],
  ...FURTHER,
];

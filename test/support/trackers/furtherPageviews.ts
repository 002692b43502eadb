import { GIF, JSON_ANSWER, PAGE, type Pageview, REFERRER } from './pageview.ts';
import { byGet } from './request.ts';

/** Further ones of {@link WEB_ANALYTICS}. */
export const FURTHER: Pageview[] = [
  [
    'simple-analytics',
    'the script',
    byGet('/simple.gif', {
      version: '11',
      hostname: 'shop.example.com',
      path: '/a',
      type: 'pageview',
      id: 'u1',
      referrer: 'search.example.net/q',
      query: 'utm_source=news',
      language: 'en-GB',
      screen_width: '1920',
      screen_height: '1080',
      unique: 'true',
    }),
    GIF,
  ],
  [
    'swetrix',
    'swetrix',
    {
      path: '/log/',
      body: {
        lc: 'en-GB',
        tz: 'Europe/Berlin',
        ref: REFERRER,
        so: 'news',
        qs: 'utm_source=news&x=1',
        pg: '/a',
        pid: 'x1',
        perf: { dns: 1 },
        unique: false,
      },
    },
    JSON_ANSWER,
  ],
  [
    'pirsch',
    'the script',
    byGet('/hit', { nc: '1', code: 'x1', url: PAGE, t: 'Tea', ref: REFERRER, w: '1920', h: '1080' }),
    JSON_ANSWER,
  ],
  [
    'pirsch',
    'pirsch-sdk',
    {
      path: '/api/v1/hit',
      body: {
        url: PAGE,
        ip: '203.0.113.9',
        user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        accept_language: 'en-GB',
        referrer: REFERRER,
      },
      headers: { 'user-agent': 'axios/1.21.1' },
    },
    JSON_ANSWER,
  ],
  [
    'phpanalytics',
    'the script',
    { path: '/api/event', body: { page: PAGE, referrer: REFERRER, screen_resolution: '1920x1080' } },
    [200, '{"status":200}'],
  ],
];

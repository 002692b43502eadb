import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { CHANNELS } from '../../src/ingest/source/classify.ts';
import { brandOf, DEVICES, slugOf } from '../../src/web/stats/panels/brands.ts';
import { newBrowser, picture, type Registered, register } from '../support/pages.ts';
import { open, type Statistics, startStatistics } from '../support/statistics.ts';
import { outcome, RECORDED, sendHit } from '../support/track.ts';

let statistics: Statistics;
let site: Registered;
beforeAll(async () => {
  statistics = await startStatistics();
  const { server } = statistics;
  site = await register(server, { url: 'icons.example', privacy: '0' });
  for (const [index, referrer] of REFERRERS.entries()) {
    const sent = await sendHit(
      server,
      { website: site.trackingId, page: 'https://icons.example/', referrer },
      { 'User-Agent': `Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/${120 + index}.0.0.0 Safari/537.36` },
    );
    expect(outcome(sent)).toEqual(RECORDED);
  }
});
afterAll(() => statistics?.stop());

const REFERRERS = [
  'https://t.co/abc',
  'https://l.facebook.com/',
  'android-app://com.google.android.gm/',
  'https://chatgpt.com/',
  'https://www.somewhere.example/',
];

/** The rows of the card of sources: label and icon. */
const rowsOf = (page: Page): Promise<[string, string][]> =>
  page.evaluate(`
    [...document.querySelectorAll('.panel-card-sources li')].map((row) => [
      row.querySelector('.bar-row-label').textContent,
      /brands\\/([a-z-]+)\\.svg/.exec(row.querySelector('.bar-row-icon')?.style.maskImage ?? '')?.[1] ?? '',
    ])`);

test('known sources and referrers have names and icons, and others a common one', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1440, height: 900 } });
  const { page } = person;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await open(page, statistics.addressOf('?period=today', site));
  expect((await rowsOf(page)).sort()).toEqual([
    ['ChatGPT', 'openai'],
    ['Facebook', 'facebook'],
    ['Gmail', 'gmail'],
    ['X (Twitter)', 'x'],
    ['somewhere.example', 'any-source'],
  ]);
  await page.getByRole('tab', { name: 'Referrers' }).click();
  await page.waitForURL(/sources=referrer/);
  expect((await rowsOf(page)).sort()).toEqual([
    ['ChatGPT chatgpt.com', 'openai'],
    ['Facebook l.facebook.com', 'facebook'],
    ['Gmail com.google.android.gm', 'gmail'],
    ['X (Twitter) t.co', 'x'],
    ['somewhere.example', 'any-source'],
  ]);
  await picture(page, 'icons-referrers');
  await page.getByRole('tab', { name: 'Channels' }).click();
  await page.waitForURL(/sources=channel/);
  expect((await rowsOf(page)).sort()).toEqual([
    ['AI Assistants', 'channel-ai-assistants'],
    ['Email', 'channel-email'],
    ['Organic Social', 'channel-organic-social'],
    ['Referral', 'channel-referral'],
  ]);
  // Icons come from this server, and from no other.
  const { origin } = new URL(statistics.server.url);
  expect(requested.filter((url) => new URL(url).origin !== origin)).toEqual([]);
  expect(requested.filter((url) => url.includes('/brands/')).length).toBeGreaterThan(5);
});

test('common browsers, systems, sources, and all channels and devices have an icon', async () => {
  const names = [
    ...['Chrome', 'Safari', 'Edge', 'Firefox', 'Opera', 'Brave', 'DuckDuckGo', 'Vivaldi'],
    ...['Windows', 'macOS', 'iOS', 'Android', 'Linux', 'Chrome OS', 'PlayStation', 'Xbox'],
    ...['Google', 'Bing', 'Facebook', 'Instagram', 'LinkedIn', 'Reddit', 'YouTube', 'Hacker News', 'Twitter'],
    ...['ChatGPT', 'Claude', 'Perplexity', 'Gemini', 'Copilot', 'Gmail', 'GitHub', 'Amazon', 'google', 'ig'],
  ];
  expect(names.filter((name) => brandOf(name) === undefined)).toEqual([]);
  expect(brandOf('constructor')).toBeUndefined();
  const icons = [
    ...names.map((name) => brandOf(name)),
    ...CHANNELS.map((name) => `channel-${slugOf(name)}`),
    ...DEVICES.map((name) => `device-${slugOf(name)}`),
    ...['any-browser', 'any-system', 'any-device', 'any-source', 'any-place', 'direct'],
  ];
  for (const icon of new Set(icons)) {
    const response = await statistics.server.call(`/brands/${icon}.svg`, {});
    expect([icon, response.status, response.headers.get('content-type')]).toEqual([
      icon,
      200,
      expect.stringContaining('image/svg+xml'),
    ]);
    expect(await response.text()).toMatch(/^<svg[\s\S]*<\/svg>\s*$/);
  }
});

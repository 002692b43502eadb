import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openLoaded } from '../support/browser.ts';
import { logIn, newBrowser, picture, register, seriousFindings } from '../support/pages.ts';
import { type Statistics, startStatistics } from '../support/statistics.ts';

let statistics: Statistics;
beforeAll(async () => {
  statistics = await startStatistics();
  await register(statistics.server, { url: 'a-quite-long-name-of-a-website.teahouse.example' });
});
afterAll(() => statistics?.stop());

const WIDTHS = [1440, 768, 360];

test('axe finds what is serious on a page', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await page.setContent('<p id="pale" style="color: #aaa; background: #fff">Text</p><button></button>');
  expect((await seriousFindings(page)).sort()).toEqual([
    'button-name: button',
    'color-contrast: #pale',
    'document-title: html',
    'html-has-lang: html',
  ]);
});

// Colours and words do not depend on each other, so two of the four combinations show all.
test.each([
  ['light', 'en'],
  ['dark', 'de'],
] as const)(
  'all pages in %s colours and the language %s fit all screens, and axe finds nothing serious',
  async (colorScheme, language) => {
    const { browser, server, site } = statistics;
    const viewport = { width: 1440, height: 900 };
    await using person = await newBrowser(browser, { colorScheme, viewport });
    const { page } = person;
    await logIn(page, server);
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    const places = {
      statistics: `/s/${site.trackingId}`,
      now: `/s/${site.trackingId}?view=live`,
      today: `/s/${site.trackingId}?period=today&systems=device&metric=pageviews`,
      year: `/s/${site.trackingId}?period=last_12_months&places=city&metric=bounce_rate`,
      details: `/s/${site.trackingId}?details=country`,
      websites: '/websites',
      new: '/websites/new',
      website: `/websites/${site.id}`,
      general: `/websites/${site.id}/general`,
      sharing: `/websites/${site.id}/sharing`,
      reports: `/websites/${site.id}/reports`,
      exclusions: `/websites/${site.id}/exclusions`,
      danger: `/websites/${site.id}/danger`,
      keys: '/account/keys',
      account: '/account',
    };
    for (const [name, where] of Object.entries(places)) {
      await page.setViewportSize({ width: 1440, height: 900 });
      await openLoaded(page, `${server.url}${where}`);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 });
        expect([
          name,
          width,
          await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
        ]).toEqual([name, width, 0]);
        await picture(page, `${name}-${colorScheme}-${width}`);
        expect([name, width, await seriousFindings(page)]).toEqual([name, width, []]);
      }
    }
  },
  300_000,
);

import { expect, test } from '@jest/globals';
import { expectGoodScreens, LOOKS } from '../support/browser/screens.ts';
import { logIn, newBrowser, seriousFindings } from '../support/pages.ts';
import { statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

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

const PLACES = {
  statistics: ['', '.now-live'],
  now: ['?view=live', '.live-count'],
  today: ['?period=today&systems=device&metric=pageviews', '.chart-canvas canvas'],
  year: ['?period=last_12_months&places=city&metric=bounce_rate', '.chart-canvas canvas'],
  details: ['?details=country', 'dialog tbody:not([aria-busy=true]) tr'],
} as const;

test.each(LOOKS)('the statistics in %s colours and the language %s fit all screens', async (...look) => {
  await using person = await newBrowser(statistics.browser, { colorScheme: look[0] });
  await logIn(person.page, statistics.server);
  for (const [name, [query, last]] of Object.entries(PLACES))
    await expectGoodScreens(person.page, name, statistics.addressOf(query), last, look);
});

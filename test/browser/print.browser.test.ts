import { expect, test } from '@jest/globals';
import { newBrowser, picture } from '../support/pages.ts';
import { eventually } from '../support/site.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

/** Whether the chart has points in the light accent color. */
const IS_LIGHT = `(() => {
  const canvas = document.querySelector('.chart-canvas canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return data.some((_, at) => at % 4 === 0 && data[at] === 59 && data[at + 1] === 91 && data[at + 2] === 219);
})()`;

test('the chart is printed in light colors, also from a dark page, whatever has made it dark', async () => {
  for (const [colorScheme, query] of [
    ['dark', ''],
    ['light', '?theme=dark'],
  ] as const) {
    await using person = await newBrowser(statistics.browser, { colorScheme });
    const { page } = person;
    await open(page, statistics.addressOf(query));
    await page.locator('.chart-canvas canvas').waitFor();
    expect(await page.evaluate(IS_LIGHT)).toBe(false);
    await page.emulateMedia({ media: 'print' });
    await eventually('the chart is light', async () => Boolean(await page.evaluate(IS_LIGHT)));
    expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(26, 29, 33)');
    await page.emulateMedia({ media: 'screen' });
    await eventually('the chart is dark again', async () => !(await page.evaluate(IS_LIGHT)));
  }
});

test('the statistics are printed on one page, in light colors and without buttons', async () => {
  await using person = await newBrowser(statistics.browser, { viewport: { width: 1280, height: 900 } });
  const { page } = person;
  await open(page, statistics.addressOf('?country=DE'));
  await page.locator('.chart-canvas canvas').waitFor();
  await page.locator('.world-map-frame').scrollIntoViewIfNeeded();
  await page.locator('.world-map path').first().waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const pdf = (await page.pdf({ format: 'A4', printBackground: true })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
  await page.setViewportSize({ width: 718, height: 1046 });
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(26, 29, 33)');
  // Browsers would print a wider page smaller.
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(718);
  await picture(page, 'print');
  // Tabs name their list, chips the filters, and rows are buttons that filter.
  const clickable = page.locator('button:visible:not([role="tab"], .filter-chip-text, .bar-row-label)');
  expect(await clickable.allTextContents()).toEqual([]);
  for (const name of ['Pages', 'Sources', 'Countries', 'Browsers'])
    expect(await page.getByRole('tab', { name, exact: true }).isVisible()).toBe(true);
  expect(await page.getByRole('tab', { name: 'Landing pages' }).isVisible()).toBe(false);
});

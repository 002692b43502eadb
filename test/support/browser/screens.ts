import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { picture, seriousFindings } from '../pages.ts';

/** Colours and words do not depend on each other, so two of the four combinations show all. */
export const LOOKS = [
  ['light', 'en'],
  ['dark', 'de'],
] as const;

/**
 * Opens a page and expects that it fits the widths of a screen, a tablet and a phone. Also expects that axe
 * finds nothing serious. axe runs once: on a screen if the colours are light, on a phone if they are dark.
 * @param last a CSS selector of what the page shows last.
 */
export async function expectGoodScreens(
  page: Page,
  name: string,
  address: string,
  last: string,
  [colorScheme, language]: (typeof LOOKS)[number],
): Promise<void> {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(address);
  if ((await page.locator('html').getAttribute('lang')) !== language) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), language);
    await page.reload();
  }
  await page.locator(last).first().waitFor();
  await page.locator('[aria-busy="true"], .skeleton').first().waitFor({ state: 'detached' });
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  for (const width of [1440, 768, 360]) {
    await page.setViewportSize({ width, height: 900 });
    const over = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
    expect([name, width, over]).toEqual([name, width, 0]);
    await picture(page, `${name}-${colorScheme}-${width}`);
    if (width === (colorScheme === 'light' ? 1440 : 360))
      expect([name, width, await seriousFindings(page)]).toEqual([name, width, []]);
  }
}

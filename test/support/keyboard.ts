import { expect } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';

/** More presses than a page has elements. */
const MOST_TABS = 150;

/** Whether an element, or one in it, has the focus. */
export const hasFocus = (element: Locator) =>
  element.evaluate((found) => found.matches(':focus, :focus-within'));

/** Presses Tab, or another key, until an element has the focus. Its outline must be visible. */
export async function reach(page: Page, element: Locator, key = 'Tab'): Promise<void> {
  await element.waitFor();
  for (let presses = 0; presses < MOST_TABS; presses++) {
    if (await hasFocus(element)) {
      expect(await page.locator(':focus').evaluate((found) => found.matches(':focus-visible'))).toBe(true);
      return;
    }
    await page.keyboard.press(key);
  }
  throw new Error(`${element} cannot be reached with ${key}.`);
}

/** Reaches a button with Tab, and presses Enter. */
export async function press(page: Page, element: Locator): Promise<void> {
  await reach(page, element);
  await page.keyboard.press('Enter');
}

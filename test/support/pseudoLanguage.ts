import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Texts } from '../../src/texts/compile.ts';

/** The marks around every text of the pseudo language. */
const [OPEN, CLOSE] = ['⟦', '⟧'];

/** Texts that are no texts for people: they decide how others are written. */
const SILENT = ['grammar.nouns'];

/**
 * Marks every English text that the page loads from now on. Not with a route, with which Chromium loads every
 * file of every page again.
 */
export async function speakPseudo(page: Page): Promise<void> {
  await page.addInitScript(
    ({ open, close, silent }) => {
      const { fetch } = window;
      window.fetch = async (...request) => {
        const response = await fetch(...request);
        if (!/\/assets\/texts-.*-en-.*\.json$/.test(response.url)) return response;
        const texts = (await response.json()) as Texts;
        const marked = Object.entries(texts).map(([key, text]) => [
          key,
          silent.includes(key)
            ? text
            : typeof text === 'string'
              ? open + text + close
              : [open, ...text, close],
        ]);
        return Response.json(Object.fromEntries(marked));
      };
    },
    { open: OPEN, close: CLOSE, silent: SILENT },
  );
}

/** Elements whose content is data, code or the name of something. */
const DATA = [
  ...['code', 'pre', 'kbd', 'textarea', 'body [lang="en"]', 'option[lang]'],
  // Domains, email addresses and the product's name
  ...['.site-header-brand', '.notice-brand', '.page-header-name h1'],
  ...['.website-switcher-menu [role="option"]', '.websites th[scope="row"] a', 'a[href="/graphql"]'],
  // Values of statistics
  ...['.bar-row-source', '.middle-cut', '.bar-row-label', '.details-table-label', '.filter-editor-values'],
  ...['.filter-chip-text strong', '.world-map-tip strong', '.segments-choose strong', '.marks-text'],
  ...[
    '.annotations-dialog li p',
    '.links-item h3',
    '.links-page-url',
    '.keys th[scope="row"]',
    '.time-zone-field-list',
  ],
  // Names of technologies
  ...['.install-kind option', '.keys-created h3', '.details-dialog-export', '.details-table-second'],
  // Names of products
  'select[name="source"] option:not([value=""], [value="log"])',
  // Names that people gave
  ...['.filter-bar-segment strong', 'select[name="segmentId"] option:not(:first-child)'],
];

/** Dates, as Intl writes them. */
const DATES = [
  /\b(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?\b/g,
  /\b(Jan(uary)?|Feb(ruary)?|Mar(ch)?|Apr(il)?|May|June?|July?|Aug(ust)?|Sep(tember)?|Oct(ober)?)\b/g,
  /\b(Nov(ember)?|Dec(ember)?|AM|PM)\b/g,
  // Domains, email addresses and units of the tests
  /\b[\w.-]+@[\w.-]+\b/g,
  /\b[\w.-]+\.(example|com)\b/g,
  /\bFootfall\b/g,
  // Names that the tests give to links and keys, which the security log of the account has
  /\b(Agency|Script)\b/g,
];

/** The texts that people can read on the page outside of the marks, without data. */
export async function leftOver(page: Page): Promise<string[]> {
  const found = await page.evaluate<string[]>(`(() => {
    const data = ${JSON.stringify(DATA.join(', '))};
    const found = [];
    let depth = 0;
    /** The parts of a text that are not between marks, from a depth to the next. */
    const outside = (text) => {
      let rest = '';
      for (const character of text) {
        if (character === '${OPEN}') depth++;
        else if (character === '${CLOSE}') depth--;
        else if (depth === 0) rest += character;
      }
      return rest.trim();
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const isOption = parent.closest('select') !== null;
      if (parent.closest('script, style, noscript, [hidden]')) continue;
      if (!isOption && !parent.checkVisibility()) continue;
      const rest = outside(node.textContent);
      if (rest && !parent.closest(data)) found.push(rest);
    }
    const attributes = ['title', 'aria-label', 'placeholder'];
    for (const element of document.body.querySelectorAll('[title], [aria-label], [placeholder]')) {
      if (element.closest('[hidden]')) continue;
      for (const name of attributes) {
        depth = 0;
        const rest = outside(element.getAttribute(name) ?? '');
        if (rest && !element.closest(data)) found.push(rest);
      }
    }
    depth = 0;
    found.push(outside(document.title));
    return found;
  })()`);
  return found
    .map((text) => DATES.reduce((rest, date) => rest.replace(date, ''), text).trim())
    .filter((text) => /\p{L}{2}/u.test(text));
}

/** Expects that everything on the page is marked, or is data. */
export async function expectMarked(page: Page, where: string): Promise<void> {
  expect({ [where]: await leftOver(page) }).toEqual({ [where]: [] });
}

/** Waits until the page shows texts. */
export const waitForText = (page: Page) => page.locator('#root', { hasText: '⟦' }).waitFor();

/** Opens a statistics page, and waits until nothing of it is loading. */
export async function openPseudo(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await waitForText(page);
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
}

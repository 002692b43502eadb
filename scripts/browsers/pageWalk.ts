import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from '../../test/support/site.ts';
import type { Tab } from './tab.ts';

/** The demo that the pages show. */
export interface Demo {
  url: string;
  /** The path of its statistics page. */
  statistics: string;
}

interface Step {
  title: string;
  /** Where to start; nothing to stay on the page of the step before. */
  at?: (demo: Demo) => string;
  /** What the person does, as an expression. */
  does?: string;
  /** An expression that becomes true. */
  shows: string;
}

const text = (selector: string) => `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? '')`;
const type = (value: string, into: string) => `(() => {
  const field = document.querySelector(${JSON.stringify(into)});
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  set.call(field, ${JSON.stringify(value)});
  field.dispatchEvent(new Event('input', { bubbles: true }));
})()`;
const press = (key: string) =>
  `void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true }))`;

/** Walks that must work in every browser. */
export const STEPS: Step[] = [
  {
    title: 'the statistics page shows numbers, a chart and all cards',
    at: ({ statistics }) => statistics,
    shows: `/^[1-9]/.test(${text('.total-count')}) && document.querySelector('canvas') &&
      document.querySelectorAll('.bar-row').length > 30`,
  },
  {
    title: 'a key changes the period',
    does: press('w'),
    shows: `/period=/.test(location.search)`,
  },
  {
    title: 'a click on a row filters',
    does: `document.querySelector('button.bar-row-label').click()`,
    shows: `location.search.split('&').length > 1`,
  },
  {
    title: 'going back removes the filter',
    does: 'history.back()',
    shows: `location.search.split('&').length === 1`,
  },
  {
    title: 'the login page opens the account',
    at: () => '/login',
    does: `${type('demo@example.com', 'input[type=email]')},
      ${type('tea and biscuits', 'input[type=password]')},
      document.querySelector('form button:not([type=button])').click()`,
    shows: `/teahouse\\.example/.test(document.body.textContent) &&
      !/password/i.test(location.pathname + document.title)`,
  },
  {
    title: 'GraphiQL shows its editor',
    at: () => '/graphql',
    shows: `document.querySelector('.graphiql-container .monaco-editor') !== null`,
  },
];

/**
 * Walks through the pages.
 * @param pictures a folder for a screenshot of each step; null for none.
 * @returns for each step its title, and null or what went wrong.
 */
export async function walkPages(
  tab: Tab,
  demo: Demo,
  pictures: string | null,
): Promise<[string, string | null][]> {
  const results: [string, string | null][] = [];
  for (const [index, { title, at, does, shows }] of STEPS.entries()) {
    try {
      if (at) await tab.goto(demo.url + at(demo));
      // What the person clicks may not be there yet.
      if (does)
        await eventually(does, () =>
          tab.evaluate(does).then(
            () => true,
            () => false,
          ),
        );
      await eventually(shows, async () => (await tab.evaluate(`Boolean(${shows})`)) === true);
      results.push([title, null]);
    } catch (error) {
      results.push([title, String(error)]);
    }
    if (pictures) await writeFile(path.join(pictures, `${index + 1}.png`), await tab.screenshot());
  }
  return results;
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The minified axe-core that @axe-core/playwright depends on. */
const FILE = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve(
  'axe-core/axe.min.js',
);
/** An open dialog or menu. */
export const DIALOG = 'dialog[open], [role="dialog"]';

let source: Promise<string> | undefined;

/**
 * Runs only those enabled rules of axe whose findings can be serious or critical, because `seriousFindings`
 * ignores the findings of the other rules. The impact of a finding is that of its rule.
 */
const RUN = (within: string) => `(async () => {
  const rules = axe._audit.rules
    .filter(({ enabled, impact, tags }) =>
      enabled && !tags.includes('experimental') && ['serious', 'critical', null, undefined].includes(impact))
    .map(({ id }) => id);
  const { violations } = await axe.run(${within}, {
    runOnly: { type: 'rule', values: rules },
    resultTypes: ['violations'],
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ': ' + target.join(' ')));
})()`;

/**
 * The serious and critical findings of axe on a page.
 *
 * Not with AxeBuilder, which compiles the unminified axe twice for each call: that takes longer than the
 * rules.
 * @param within a CSS selector of the part to check, for a part of a page that is checked elsewhere.
 */
export async function seriousFindings(page: Page, within?: string): Promise<string[]> {
  source ??= readFile(FILE, 'utf8');
  const code = await source;
  for (const frame of page.frames())
    if (!(await frame.evaluate(`typeof axe === 'object'`))) await frame.evaluate(code);
  return page.evaluate(RUN(within === undefined ? 'document' : JSON.stringify(within)));
}

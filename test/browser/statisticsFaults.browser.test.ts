import { expect, test } from '@jest/globals';
import { newBrowser, seriousFindings } from '../support/pages.ts';
import { open, statisticsForFile } from '../support/statistics.ts';

const statistics = statisticsForFile();

test('the page reports an unreachable server and continues when it is back', async () => {
  // Not newBrowser: React reports on the console that the calendar could not be loaded.
  await using context = await statistics.browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Berlin' });
  const page = await context.newPage();
  await open(page, statistics.addressOf());
  await context.setOffline(true);
  await page.getByRole('button', { name: /Days shown/ }).click();
  await page.getByText('Part of the page could not be loaded.').waitFor();
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await page.getByText('The server cannot be reached').first().waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await page.getByText('Fri, Nov 20, 2026').first().waitFor();
  await page.getByRole('tab', { name: /^Visitors/ }).waitFor();
});

test('without a connection the numbers stay, and they are read again when it is back', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  await open(page, statistics.addressOf('?period=yesterday'));
  const visitors = await page.getByRole('tab', { name: /^Visitors/ }).textContent();
  await page.route('**/graphql', (route) => route.abort('internetdisconnected'));
  // The page reads again when somebody returns to it after more than a minute.
  await page.evaluate(`{
    const now = Date.now;
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Object.defineProperty(document, 'hidden', { value: false, configurable: true });
    Date.now = () => now() + 120_000;
    document.dispatchEvent(new Event('visibilitychange'));
  }`);
  await page.getByText('The server cannot be reached').waitFor();
  expect(await page.getByRole('tab', { name: /^Visitors/ }).textContent()).toBe(visitors);
  await page.unrouteAll({ behavior: 'wait' });
  await page.evaluate("dispatchEvent(new Event('online'))");
  await page.getByText('The server cannot be reached').waitFor({ state: 'detached' });
  expect(await page.getByRole('tab', { name: /^Visitors/ }).textContent()).toBe(visitors);
});

test('where a part cannot be loaded, the page says so and can be reloaded', async () => {
  // Not newBrowser: React reports the caught errors on the console.
  await using context = await statistics.browser.newContext({ locale: 'en-US', timezoneId: 'Europe/Berlin' });
  const page = await context.newPage();
  const failed = page.getByRole('alert').filter({ hasText: 'Part of the page could not be loaded.' });
  for (const [file, button, content] of [
    [/Calendar-[^/]*\.css$/, /Days shown/, 'November 2026'],
    [/FilterEditor-[^/]*\.js$/, 'Filter', 'Add a filter'],
    [/DetailsDialog-[^/]*\.js$/, 'Details of pages', 'Pages'],
    [/ShortcutsDialog-[^/]*\.js$/, 'Shortcuts', 'Shortcuts'],
  ] as const) {
    await page.route(file, (route) => route.abort());
    await open(page, statistics.addressOf('?period=last_7_days'));
    const press = () => page.getByRole('button', { name: button }).first().click();
    await press();
    await failed.waitFor();
    expect([content, await seriousFindings(page, '[role="alert"]')]).toEqual([content, []]);
    await page.getByRole('tab', { name: /^Visitors/ }).waitFor();
    await page.unrouteAll();
    await failed.getByRole('button', { name: 'Reload the page' }).click();
    await failed.waitFor({ state: 'detached' });
    await page.getByText('Nov 15 – 21, 2026').first().waitFor();
    // The address has the details, so they open by themselves.
    if (!new URL(page.url()).searchParams.has('details')) await press();
    await page.getByRole('dialog', { name: content }).or(page.getByText(content)).first().waitFor();
  }
});

test('while some metrics cannot be read, the page explains it and shows the others', async () => {
  await using person = await newBrowser(statistics.browser);
  const { page } = person;
  const message = 'Some days of this period are still being counted.';
  await page.route('**/graphql', async (route) => {
    // The live numbers are a stream, which has no end.
    if (route.request().headers().accept === 'text/event-stream') return route.continue();
    const response = await route.fetch();
    const body = (await response.json()) as { data: { website: { period: Record<string, unknown> } } };
    const names = ['bounceRate', 'visitDuration'];
    for (const name of names) body.data.website.period[name] = null;
    const errors = names.map((name) => ({ message, path: ['website', 'period', name] }));
    await route.fulfill({ response, json: { ...body, errors } });
  });
  await open(page, statistics.addressOf());
  await page.getByText(message, { exact: true }).waitFor();
  const total = (name: string) => page.locator('.total', { hasText: name }).locator('.total-count');
  expect(await total('Bounce rate').textContent()).toBe('–');
  expect(await total('Views per visit').textContent()).toMatch(/^\d\.\d$/);
  await page.getByRole('region', { name: 'Pages', exact: true }).getByRole('listitem').first().waitFor();
});

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { logIn, newBrowser, picture, register, seriousFindings, startPages } from '../support/pages.ts';
import { rest } from '../support/rest.ts';
import type { TestServer } from '../support/server.ts';

let browser: Browser;
let server: TestServer;
beforeAll(async () => {
  browser = await launchBrowser();
  server = await startPages();
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
});

const zoneOf = async (id: number) =>
  (await rest<{ timezone: string }>(server, `/api/v1/websites/${id}`)).body.data.timezone;

test('a time zone is found by city, country and offset, under its current name, by keyboard', async () => {
  const { id } = await register(server, { url: 'zones.example', timezone: 'Europe/Kiev' });
  await using person = await newBrowser(browser, { colorScheme: 'dark' });
  const { page } = person;
  await logIn(page, server, `/websites/${id}/general`);
  const field = page.getByRole('combobox', { name: 'Time zone' });
  await field.waitFor();
  expect(await field.inputValue()).toBe('Europe/Kyiv');
  const options = page.getByRole('listbox', { name: 'Time zones' }).getByRole('option');
  for (const [typed, expected] of [
    ['india', /^Kolkata.*India.*UTC\+05:30$/],
    ['kathm', /^Kathmandu.*Nepal.*UTC\+05:45$/],
    ['UTC+05:45', /^Kathmandu/],
    ['new york', /^New York.*United States/],
    ['kiev', /^Kyiv.*Ukraine.*Europe\/Kyiv/],
    ['calcutta', /^Kolkata.*India/],
    ['saigon', /^Ho Chi Minh.*Vietnam/],
    ['us pacific', /^Los Angeles/],
    ['atlantis', null],
  ] as const) {
    await field.fill(typed);
    if (expected) expect(await options.first().textContent()).toMatch(expected);
    else await page.getByText('No time zone matches “atlantis”.').waitFor();
  }
  await field.fill('argentina buenos');
  await options.first().waitFor();
  await picture(page, 'time-zones');
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await field.inputValue()).toBe('Europe/Kyiv');

  await field.fill('australia');
  await page.keyboard.press('ArrowDown');
  const second = (await options.nth(1).textContent()) ?? '';
  await page.keyboard.press('Enter');
  const name = await field.inputValue();
  expect(second).toContain(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  expect(await zoneOf(id)).toBe(name.replaceAll(' ', '_'));
  expect(name).toMatch(/^Australia\//);
});

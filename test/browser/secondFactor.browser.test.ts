import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import decodeQR from 'qr/decode.js';
import { launchBrowser } from '../support/browser.ts';
import { DIALOG, logIn, newBrowser, picture, seriousFindings, startPages } from '../support/pages.ts';
import { OWNER } from '../support/person.ts';
import { codeAt, protectOwner } from '../support/secondFactors.ts';
import { NOON } from '../support/server.ts';

const STEP_MS = 30_000;
const TEN_MINUTES_MS = 600_000;

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());

/** Enters the password on the login page. */
async function enterPassword(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('heading', { name: 'Second factor' }).waitFor();
}

/** Reads a QR code as a camera would: draws its paths in ten pixels a module. */
async function readQr(page: Page): Promise<string> {
  const { width, shades } = await page.getByRole('img', { name: /^QR code/ }).evaluate((svg) => {
    const modules = (svg as SVGSVGElement).viewBox.baseVal.width;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = modules * 10;
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.scale(10, 10);
    context.fillStyle = '#000';
    context.fill(new Path2D(svg.querySelector('path')?.getAttribute('d') ?? ''));
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    // One character for each pixel: Playwright needs seconds for the values of all channels as numbers.
    let shades = '';
    for (let red = 0; red < data.length; red += 4) shades += String.fromCharCode(data[red] ?? 0);
    return { width: canvas.width, shades };
  });
  const data = new Uint8ClampedArray(shades.length * 4).fill(255);
  for (let pixel = 0; pixel < shades.length; pixel++)
    data.fill(shades.charCodeAt(pixel), pixel * 4, pixel * 4 + 3);
  return decodeQR({ width, height: width, data });
}

test('sets up an authenticator app with its QR code, and shows recovery codes once', async () => {
  await using own = await startPages();
  await using person = await newBrowser(browser, { viewport: { width: 360, height: 800 } });
  const { page } = person;
  await logIn(page, own, '/account');
  const panel = page.getByRole('region', { name: 'Second factor' });
  await panel.getByText('Your account is protected by its password only.').waitFor();
  await panel.getByRole('button', { name: 'Set up an authenticator app' }).click();
  await panel.getByRole('img', { name: /^QR code/ }).waitFor();
  const uri = new URL(await readQr(page));
  const secret = uri.searchParams.get('secret') ?? '';
  expect(uri.protocol).toBe('otpauth:');
  expect((await panel.locator('pre').textContent())?.replaceAll(' ', '')).toBe(secret);
  const code = panel.getByLabel('Code', { exact: true });
  expect(await code.evaluate((input) => input === document.activeElement)).toBe(true);
  expect([await code.getAttribute('autocomplete'), await code.getAttribute('inputmode')]).toEqual([
    'one-time-code',
    'numeric',
  ]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'totp-360');
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await panel.getByText('The code is wrong. Check that the clock of your device is right.').waitFor();
  await code.fill(codeAt(secret, NOON));
  await page.keyboard.press('Enter');
  await panel.getByText('The second factor is enabled.').waitFor();
  const codes = (await panel.locator('pre').textContent())?.trim().split('\n') ?? [];
  expect(codes).toHaveLength(10);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'recovery-360');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: 'Download the recovery codes' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('footfall-recovery-codes.txt');
  expect(await readFile(await download.path(), 'utf8')).toBe(`${codes.join('\n')}\n`);
  await panel.getByRole('button', { name: 'I have saved the codes' }).click();
  await panel.getByText('10 recovery codes left.').waitFor();
  expect(await panel.getByText(codes[0] ?? '').count()).toBe(0);
  await page.reload();
  await panel.getByText('Authenticator app', { exact: true }).waitFor();
});

test('asks for the code after the password, and accepts a recovery code instead', async () => {
  await using own = await startPages();
  const { secret, recoveryCodes } = await protectOwner(own);
  own.setTime(NOON + STEP_MS);
  await using person = await newBrowser(browser, { viewport: { width: 360, height: 800 } });
  const { page } = person;
  await enterPassword(page, own.url);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, 'code-360');
  // The field has the focus.
  await page.locator('input[autocomplete="one-time-code"]:focus').waitFor();
  await page.keyboard.type('123 456');
  await page.keyboard.press('Enter');
  await page.getByText('The code is wrong, has expired, or was used before.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, NOON + STEP_MS));
  await page.keyboard.press('Enter');
  await page.waitForURL(`${own.url}/websites`);
  await page.context().clearCookies();
  await enterPassword(page, own.url);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.locator('input[inputmode="text"]:focus').waitFor();
  await page.keyboard.type(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${own.url}/websites`);
  await page.getByRole('link', { name: 'Account' }).click();
  const sessions = page.getByRole('region', { name: 'Sessions' });
  await sessions.getByText(/(^|· )Password and recovery code ·/).waitFor();
  // The session that enabled the app has proved it, too.
  expect(await sessions.getByText(/(^|· )Password and authenticator app ·/).count()).toBe(2);
  await page.getByText('9 recovery codes left.').waitFor();
});

test('removes the second factor after the password and a code were confirmed', async () => {
  await using own = await startPages();
  const { secret, recoveryCodes } = await protectOwner(own);
  await using person = await newBrowser(browser);
  const { page } = person;
  await enterPassword(page, own.url);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${own.url}/websites`);
  const later = NOON + TEN_MINUTES_MS;
  own.setTime(later);
  await page.getByRole('link', { name: 'Account' }).click();
  const panel = page.getByRole('region', { name: 'Second factor' });
  await panel.getByRole('button', { name: 'Remove Phone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove “Phone”?' });
  await dialog.getByRole('button', { name: 'Remove' }).click();
  const confirm = page.getByRole('dialog', { name: 'Confirm your password' });
  await confirm.getByLabel('Your password', { exact: true }).fill(OWNER.password);
  await confirm.getByRole('button', { name: 'Confirm' }).click();
  await confirm.locator('input[autocomplete="one-time-code"]:focus').waitFor();
  expect(await seriousFindings(page, DIALOG)).toEqual([]);
  await page.keyboard.type(codeAt(secret, later));
  await page.keyboard.press('Enter');
  await panel.getByText('The second factor has been removed.').waitFor();
  await panel.getByText('Your account is protected by its password only.').waitFor();
});

test('speaks German', async () => {
  await using own = await startPages();
  const { secret } = await protectOwner(own);
  own.setTime(NOON + STEP_MS);
  await using person = await newBrowser(browser, { locale: 'de-DE' });
  const { page } = person;
  await page.goto(`${own.url}/login`);
  await page.getByLabel('E-Mail-Adresse').fill(OWNER.email);
  await page.getByLabel('Passwort', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await page.getByRole('heading', { name: 'Zweiter Faktor' }).waitFor();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await page.getByText('Der Code ist falsch, abgelaufen oder schon benutzt.').waitFor();
  await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, NOON + STEP_MS));
  await page.keyboard.press('Enter');
  await page.waitForURL(`${own.url}/websites`);
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { simpleParser } from 'mailparser';
import type { Browser, Page } from 'playwright-core';
import { operator } from '../../src/auth/keys.ts';
import { makeReport } from '../../src/reports/sendNow.ts';
import { createContext } from '../../src/request/context.ts';
import { launchBrowser } from '../support/browser.ts';
import { type Mailbox, startMailbox } from '../support/mailbox.ts';
import {
  fillTraffic,
  logIn,
  newBrowser,
  picture,
  register,
  seriousFindings,
  startPages,
} from '../support/pages.ts';
import { NOON, type TestServer } from '../support/server.ts';

const MAIL_FROM = 'Footfall <reports@stats.example>';

let browser: Browser;
let mailbox: Mailbox;
let server: TestServer;
beforeAll(async () => {
  browser = await launchBrowser();
  mailbox = await startMailbox();
  server = await startPages({ env: { SMTP_URL: mailbox.url, MAIL_FROM } });
});
afterAll(async () => {
  await browser?.close();
  await server?.[Symbol.asyncDispose]();
  await mailbox?.close();
});

const card = (page: Page) => page.getByRole('region', { name: 'Email reports' });
const checkbox = (page: Page) => page.getByRole('checkbox', { name: 'Email reports' });
const sendOne = (page: Page) => page.getByRole('button', { name: 'Send report now' }).click();

const isOn = async (id: number) =>
  (await server.deps.db.read.website.findUniqueOrThrow({ where: { id } })).email;

/** Sends a report and returns the unsubscribe link at its end. */
async function unsubscribeLink(page: Page, id: number): Promise<string> {
  await logIn(page, server, `/websites/${id}/reports`);
  await sendOne(page);
  await card(page).getByText('Sent the report').waitFor();
  return /^Unsubscribe: (\S+)$/m.exec(mailbox.mails.at(-1)?.text ?? '')?.[1] ?? '';
}

describe('on the page of a website', () => {
  test('monthly reports are switched on, and the choice is kept', async () => {
    const { id } = await register(server, { url: 'monthly.example' });
    await using person = await newBrowser(browser);
    const { page } = person;
    await logIn(page, server, `/websites/${id}/reports`);
    await card(page).getByText('Email reports are switched off.').waitFor();
    expect(await page.getByLabel('Monthly').count()).toBe(0);
    await checkbox(page).check();
    expect(await page.getByLabel('Weekly').isChecked()).toBe(true);
    await page.getByLabel('Monthly').check();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await card(page).getByText('On the first of every month at 8:00 AM (UTC).').waitFor();
    await page.reload();
    await page.getByLabel('Monthly').waitFor();
    expect(await checkbox(page).isChecked()).toBe(true);
    expect(await page.getByLabel('Monthly').isChecked()).toBe(true);

    await checkbox(page).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await checkbox(page).check();
    expect(await page.getByLabel('Monthly').isChecked()).toBe(true);
  });

  test('a report is sent on request, for the last complete week or month', async () => {
    const weekly = await register(server, { url: 'weekly.example' });
    const monthly = await register(server, { url: 'months.example', email_every: 'monthly' });
    await using person = await newBrowser(browser);
    const { page } = person;
    await logIn(page, server, `/websites/${weekly.id}/reports`);
    await sendOne(page);
    await card(page)
      .getByRole('status')
      .getByText('Sent the report for week 46 to owner@example.com.')
      .waitFor();
    expect(mailbox.mails.at(-1)).toMatchObject({
      recipients: ['owner@example.com'],
      subject: expect.stringMatching(/^weekly\.example: .*Week 46/),
    });
    await page.goto(`${server.url}/websites/${monthly.id}/reports`);
    await sendOne(page);
    await card(page)
      .getByRole('status')
      .getByText('Sent the report for October 2026 to owner@example.com.')
      .waitFor();
  });

  test('a refusal by the mail server is shown with its message', async () => {
    await using refusing = await startMailbox();
    refusing.recipient = () => ({ code: 550, text: 'No such mailbox here' });
    await using own = await startPages({ env: { SMTP_URL: refusing.url, MAIL_FROM } });
    const { id } = await register(own, { url: 'refused.example' });
    await using person = await newBrowser(browser);
    const { page } = person;
    await logIn(page, own, `/websites/${id}/reports`);
    await sendOne(page);
    const alert = card(page).getByRole('alert');
    await alert.getByText('No such mailbox here').waitFor();
    expect(await alert.textContent()).toMatch(/^The mail server rejected the report: .*550/);
    refusing.recipient = () => null;
    await sendOne(page);
    await card(page).getByText('Sent the report for week 46').waitFor();
    expect(await alert.count()).toBe(0);
  });

  test('a server without a mail server says that it sends no reports', async () => {
    await using own = await startPages();
    const { id } = await register(own, { url: 'silent.example' });
    await using person = await newBrowser(browser);
    const { page } = person;
    await logIn(page, own, `/websites/${id}/reports`);
    await card(page).getByText('SMTP_URL and MAIL_FROM').waitFor();
    expect(await page.getByRole('button', { name: 'Send report now' }).count()).toBe(0);
    const settings = page.getByRole('form', { name: 'Report settings' });
    await settings.getByText('This server does not send mail').waitFor();
    await checkbox(page).check();
    await settings.getByRole('button', { name: 'Save' }).click();
    await settings.getByText('Saved.').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test('the state of every report is shown, with the reason if it was given up', async () => {
    const { id } = await register(server, { url: 'history.example', email: '1' });
    const at = (hours: number) => new Date(NOON + hours * 3_600_000);
    const row = { websiteId: id, attempts: 1, createdAt: at(-1) };
    await server.deps.db.write((tx) =>
      tx.report.createMany({
        data: [
          { ...row, period: '2026-W46', state: 'waiting', attempts: 3, nextAt: at(6), error: '451 Later' },
          { ...row, period: '2026-W45', state: 'refused', error: '550 5.1.1 <owner@example.com>: unknown' },
          { ...row, period: '2026-W44', state: 'unknown', error: 'Connection closed' },
          { ...row, period: '2026-10', state: 'sent', sentAt: at(-24) },
          { ...row, period: '2026-W43', state: 'cancelled', attempts: 0 },
        ],
      }),
    );
    await using person = await newBrowser(browser);
    const { page } = person;
    await logIn(page, server, `/websites/${id}/reports`);
    const says = async (period: string) => {
      const found = card(page).getByRole('row', { name: period });
      await found.waitFor();
      return found.getByRole('paragraph').allTextContents();
    };
    expect(await says('Week 46, Nov 9 – 15, 2026')).toEqual([
      expect.stringMatching(/^Will be retried on Nov 21, 2026, 7:00\sPM \(3 attempts\)$/),
      '451 Later',
    ]);
    expect(await says('Week 45')).toEqual(['Failed', '550 5.1.1 <owner@example.com>: unknown']);
    expect(await says('Week 44')).toEqual(['May have been delivered', 'Connection closed']);
    expect(await says('October 2026')).toEqual([expect.stringMatching(/^Sent on Nov 20, 2026, 1:00\sPM$/)]);
    expect(await says('Week 43')).toEqual(['Not sent: reports were switched off']);
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe('the unsubscribe link of a report', () => {
  test('switches reports off only after the button is pressed', async () => {
    const { id } = await register(server, { url: 'enough.example', email: '1' });
    await using owner = await newBrowser(browser);
    const link = await unsubscribeLink(owner.page, id);
    await using person = await newBrowser(browser);
    const { page } = person;
    await page.goto(link, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { name: 'Email reports for enough.example' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await isOn(id)).toBe(true);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await page.getByRole('heading', { name: 'Unsubscribed' }).waitFor();
    await page.getByText('Email reports for enough.example are switched off.').waitFor();
    expect(await isOn(id)).toBe(false);
    expect(await seriousFindings(page)).toEqual([]);
    await page.reload();
    await page.getByRole('heading', { name: 'Unsubscribed' }).waitFor();
    expect(await page.getByRole('button', { name: 'Unsubscribe' }).count()).toBe(0);
  });

  test('is reported as invalid if it is incomplete or its website was deleted', async () => {
    const { id } = await register(server, { url: 'over.example', email: '1' });
    await using person = await newBrowser(browser);
    const { page } = person;
    const link = await unsubscribeLink(page, id);
    await server.call(`/api/v1/websites/${id}`, { method: 'DELETE' });
    for (const wrong of [link.slice(0, -1), link, `${server.url}/unsubscribe`]) {
      await page.goto(wrong);
      await page.getByRole('heading', { name: 'This link does not work' }).waitFor();
    }
    expect(await seriousFindings(page)).toEqual([]);
  });

  test('offers to try again if the server did not answer', async () => {
    const { id } = await register(server, { url: 'again.example', email: '1' });
    await using person = await newBrowser(browser);
    const { page } = person;
    const link = await unsubscribeLink(page, id);
    await page.route('**/graphql', (route) => route.abort());
    await page.goto(link);
    await page.getByText('The server cannot be reached.').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Email reports for again.example' }).waitFor();
  });
});

test.each([
  ['light', 700],
  ['dark', 360],
] as const)('the mail is readable in %s colours at %s pixels', async (colorScheme, width) => {
  const { id } = await register(server, { url: `${colorScheme}.example` });
  await fillTraffic(server, id, 20);
  const website = await server.deps.db.read.website.findUnique({ where: { id } });
  const { message } = await makeReport(website, {}, createContext(server.deps, operator(server.teamId)));
  const { html } = await simpleParser(message.raw);
  await using person = await newBrowser(browser, { colorScheme, viewport: { width, height: 800 } });
  const { page } = person;
  // The mail loads nothing: a blocked request would be reported on the console.
  await page.route('**/*', (route) => route.abort());
  await page.setContent(String(html));
  await page.getByRole('heading', { name: `${colorScheme}.example` }).waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  expect(await seriousFindings(page)).toEqual([]);
  await picture(page, `mail-${colorScheme}-${width}`);
});

import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operator } from '../../src/auth/keys.ts';
import { storeHits } from '../../src/ingest/store/store.ts';
import { makeReport } from '../../src/reports/sendNow.ts';
import { createContext } from '../../src/request/context.ts';
import { DIMENSIONS } from '../support/dimensions.ts';
import { type Mail, type Mailbox, startMailbox } from '../support/mailbox.ts';
import { fillTraffic, register } from '../support/pages.ts';
import { graphql, startReporting } from '../support/reports.ts';
import { rest } from '../support/rest.ts';
import { NOON, type TestServer } from '../support/server.ts';

const BASE = 'https://stats.example.com';

let mailbox: Mailbox;
let server: TestServer;
const accountContext = () => createContext(server.deps, operator(server.teamId));
beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startReporting(mailbox, { now: NOON });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await mailbox.close();
});

/** Sends a report through GraphQL and returns the mail that arrived. */
async function sent(id: number, period?: string): Promise<Mail> {
  const answer = await graphql(
    server,
    `mutation ($input: SendReportInput!) {
      sendReport(input: $input) { __typename ... on UserErrors { message } } }`,
    { input: { id, period } },
  );
  expect(answer).toMatchObject({ data: { sendReport: { __typename: 'SendReportSuccess' } } });
  const mail = mailbox.mails.at(-1);
  if (!mail) throw new Error('No mail arrived.');
  return mail;
}

const textOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');
const grouped = (count: number) => count.toLocaleString('en');

describe('a report of a website with traffic', () => {
  let site: { id: number; trackingId: string };
  let mail: Mail;
  beforeAll(async () => {
    site = await register(server, { url: 'teahouse.example', email: '1' });
    await fillTraffic(server, site.id, 30);
    mail = await sent(site.id);
  });

  const fromRest = async (name: string, from: string, to: string) => {
    const query = new URLSearchParams({ name, from, to, per_page: '100' });
    const { body } = await rest<{ value: string; count: number }[]>(
      server,
      `/api/v1/stats/${site.id}?${query}`,
    );
    return body.data;
  };
  const total = async (name: string, from: string, to: string) =>
    (await fromRest(name, from, to)).reduce((sum, { count }) => sum + count, 0);

  test('has the same numbers as REST, in HTML and in plain text', async () => {
    const parts = [String(mail.text), textOf(String(mail.html))];
    for (const part of parts) {
      for (const name of ['visitors', 'pageviews', 'landing_page']) {
        const now = await total(name, '2026-11-09', '2026-11-15');
        const before = await total(name, '2026-11-02', '2026-11-08');
        expect(now).toBeGreaterThan(0);
        expect(part).toContain(grouped(now));
        expect(part).toContain(`from ${grouped(before)} the week before`);
      }
      for (const { value, count } of await fromRest('visitors', '2026-11-09', '2026-11-15'))
        expect(part.replace(/\s+/g, ' ')).toContain(`Nov ${Number(value.slice(8))} ${count}`);
      for (const name of ['page', 'referrer', 'country', 'device', 'campaign', 'event']) {
        const rows = (await fromRest(name, '2026-11-09', '2026-11-15')).slice(0, 5);
        expect(rows.length).toBeGreaterThan(0);
        for (const { count } of rows) expect(part).toMatch(new RegExp(`\\b${grouped(count)}\\b`));
      }
      expect(part).toContain('Germany');
      expect(part).toContain('Direct');
    }
  });

  test('links to the statistics of its period', () => {
    const link = `${BASE}/s/${site.trackingId}?from=2026-11-09&to=2026-11-15`;
    expect(mail.text).toContain(link);
    expect(mail.html).toContain(`href="${link.replaceAll('&', '&amp;')}"`);
  });

  test('loads no external resources and has the headers for one-click unsubscribing', () => {
    expect(mail.html).not.toMatch(/<(img|link|script|iframe)\b|url\(|@import|background="/);
    const list = mail.headers.get('list') as unknown as { unsubscribe: { url: string } };
    expect(list.unsubscribe.url).toMatch(`${BASE}/unsubscribe?token=`);
    expect(mail.raw.toString()).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
    expect(mail.from?.text).toBe('"Footfall" <reports@stats.example.com>');
    expect(mail.messageId).toMatch(/^<[0-9a-f]{32}@stats\.example\.com>$/);
  });

  test('of a month has every day of that month', async () => {
    const month = await sent(site.id, '2026-10');
    expect(month.subject).toMatch(/^teahouse\.example: [\d,]+ visitors, October 2026$/);
    for (let day = 1; day <= 31; day++) expect(month.text).toContain(`Oct ${day} `);
    expect(month.text).not.toContain('Sep 30');
  });
});

test('a report without traffic says so and lists what to check', async () => {
  const { id } = await register(server, { url: 'empty.example' });
  const { text, subject, html } = await sent(id);
  expect(subject).toBe('empty.example: no visitors, Week 46, Nov 9 – 15, 2026');
  for (const part of [String(text), textOf(String(html))]) {
    expect(part).toContain('No visitors were counted in this period.');
    expect(part).toContain('on every page of empty.example');
    expect(part).toContain('email reports for empty.example are switched off');
  }
  expect(text).toContain(`${BASE}/websites/${id}`);
});

test('values sent by visitors stay on one line and are escaped', async () => {
  const { id } = await register(server, { url: 'forms.example' });
  const hit = { websiteId: id, at: 1, day: 20_261_110, hour: 9, visitor: 1n, dimensions: DIMENSIONS };
  const name = `<img src=x>\u202e\u0007 ${'x'.repeat(150)}`;
  const path = '/a%0AUnsubscribe:%20https://evil.example';
  let row = 1n << 40n;
  await server.deps.db.write((tx) =>
    storeHits(
      tx,
      [
        { ...hit, path, event: null },
        { ...hit, path, event: { name, value: null, unit: null } },
      ],
      () => ++row,
    ),
  );
  const { text, html } = await sent(id);
  expect(html).not.toContain('<img');
  expect(html).toContain('&lt;img src=x&gt;');
  const lines = String(text).split('\n');
  expect(lines.filter((line) => line.startsWith('Unsubscribe:'))).toHaveLength(1);
  expect(lines.find((line) => line.includes('<img'))).toMatch(/<img src=x> x{20,}…$/);
  expect(lines.every((line) => line.length < 200)).toBe(true);
});

test.each(['2026-W47', '2026-11', '2027-01', 'last week'])(
  'the period %s is rejected, because it is invalid or not over',
  async (period) => {
    const { id } = await register(server, { url: `${period.replace(' ', '-')}.example` });
    const website = await server.deps.db.read.website.findUnique({ where: { id } });
    await expect(makeReport(website, { period }, accountContext())).rejects.toMatchObject({
      kind: 'invalid',
      details: { fields: { period: [expect.stringContaining('that has ended')] } },
    });
  },
);

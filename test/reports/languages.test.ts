import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operator } from '../../src/auth/keys.ts';
import { collectReport, type Report } from '../../src/reports/collect.ts';
import { reportPeriod } from '../../src/reports/schedule.ts';
import { reportText } from '../../src/reports/text.ts';
import { subjectOf, wordsOf } from '../../src/reports/words.ts';
import { createContext } from '../../src/request/context.ts';
import { graphql } from '../gql/gql.ts';
import { type Mail, type Mailbox, startMailbox } from '../support/mailbox.ts';
import { fillTraffic, register } from '../support/pages.ts';
import { LogIn, newPerson, OWNER } from '../support/person.ts';
import { DAY, MONDAY, startReporting, graphql as withKey } from '../support/reports.ts';
import type { TestServer } from '../support/server.ts';

const ChangeLanguage = graphql(`
  mutation ChangeLanguage($language: Language!) {
    changeLanguage(input: { language: $language }) {
      __typename
      ... on ChangeLanguageSuccess { viewer { language } }
    }
  }
`);

let mailbox: Mailbox;
let server: TestServer;
let site: { id: number };
const clock = { now: MONDAY - 8 * DAY };
beforeAll(async () => {
  mailbox = await startMailbox();
  server = await startReporting(mailbox, clock);
  site = await register(server, { url: 'teahouse.example', email: '1' });
  clock.now = MONDAY;
  await fillTraffic(server, site.id, 30);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await mailbox.close();
});

const setLanguage = (language: string | null) =>
  server.deps.db.write((tx) => tx.account.update({ where: { id: server.accountId }, data: { language } }));

/** Sends a report on request. */
async function sent(id = site.id): Promise<Mail> {
  await withKey(server, `mutation ($id: ID!) { sendReport(input: { id: $id }) { __typename } }`, { id });
  const mail = mailbox.mails.at(-1);
  if (!mail) throw new Error('No mail arrived.');
  return mail;
}

/** Intl writes spaces that do not break. */
const plain = (text: string | false | undefined) => String(text).replace(/[\u00a0\u202f]/g, ' ');

/** The numbers of last week. */
async function numbers(): Promise<Report> {
  const context = createContext(server.deps, operator(server.teamId));
  const period = reportPeriod('2026-W46');
  const website = await context.loaders.website.load(site.id);
  if (!period || !website) throw new Error('No such report.');
  return collectReport(website, period, context);
}

/** A mail without the parts that are random. */
const withoutIds = ({ raw }: Mail) =>
  raw
    .toString()
    .replace(/^(Message-ID|Date|.*boundary=).*$/gim, '')
    .replace(/^----_NmP.*$/gm, '');

describe('a report to an account whose language is German', () => {
  let mail: Mail;
  let report: Report;
  beforeAll(async () => {
    await setLanguage('de');
    mail = await sent();
    report = await numbers();
  });

  test('has a German subject with German numbers and dates', () => {
    const visitors = report.visitors.now.toLocaleString('de');
    expect(plain(mail.subject)).toBe(`teahouse.example: ${visitors} Besucher, KW 46, 9.–15. Nov. 2026`);
  });

  test('has German numbers, names and texts, in HTML and in plain text', () => {
    expect(mail.html).toContain('<html lang="de">');
    for (const part of [plain(mail.text), plain(mail.html)]) {
      for (const { now, before } of [report.visitors, report.pageviews, report.visits]) {
        expect(part).toContain(now.toLocaleString('de'));
        expect(part).toMatch(
          new RegExp(`[+−±][\\d,]+ % gegenüber ${before.toLocaleString('de')} in der Vorwoche`),
        );
      }
      for (const text of ['Besucher nach Tagen', 'So., 15. Nov.', 'Länder', 'Deutschland', 'Direkt'])
        expect(part).toContain(text);
      expect(part).toContain('Dieser Bericht kommt jeden Montag, weil E-Mail-Berichte');
      expect(part).toContain('Abbestellen');
      expect(part).not.toMatch(/Visitors|Pageviews|Germany|Unsubscribe|\bNov \d/);
    }
    expect(plain(mail.text)).toContain('\nSeiten, nach Seitenaufrufen\n');
    expect(mail.html).toContain('Statistik ansehen');
  });

  test('says in German what to check if there is no traffic', async () => {
    const { id } = await register(server, { url: 'empty.example' });
    const empty = await sent(id);
    expect(plain(empty.subject)).toBe('empty.example: keine Besucher, KW 46, 9.–15. Nov. 2026');
    expect(empty.text).toContain('Steht das Script-Tag noch auf jeder Seite von empty.example');
    expect(empty.html).toMatch(/Das Script-Tag steht in den <a href="[^"]+"[^>]*>Einstellungen<\/a>\./);
  });

  test('is German also when it is sent on schedule', async () => {
    await server.runJobs();
    const scheduled = mailbox.mails.filter(({ subject }) => subject?.startsWith('teahouse.example')).at(-1);
    expect(scheduled?.messageId).not.toBe(mail.messageId);
    expect(scheduled?.subject).toBe(mail.subject);
    expect(scheduled?.text).toBe(mail.text);
    expect(scheduled?.html).toBe(mail.html);
  });
});

test('a report is English without a language, as before the migration, and for an unknown one', async () => {
  const mails = [];
  for (const language of ['en', null, 'xx']) {
    await setLanguage(language);
    mails.push(await sent());
  }
  const [english, ...others] = mails.map(withoutIds);
  expect(english).toContain('Visitors by day');
  expect(others).toEqual([english, english]);
});

test('an English report has exactly the text that reports always had', async () => {
  const { website } = await numbers();
  const period = reportPeriod('2026-W46');
  if (!period) throw new Error('No such period.');
  const report: Report = {
    website,
    period,
    dropped: 0,
    visitors: { now: 12_345, before: 11_000 },
    pageviews: { now: 1, before: 0 },
    visits: { now: 900, before: 950 },
    days: [
      { at: '2026-11-09', visitors: 1_234 },
      { at: '2026-11-10', visitors: 617 },
    ] as Report['days'],
    tops: [
      { name: 'page', rows: [{ value: '/a%20b', label: '/a b', count: 4_000 }] },
      { name: 'country', rows: [{ value: 'DE', label: 'Germany', count: 30 }] },
      { name: 'event', rows: [{ value: 'Sign up', label: 'Sign up', count: 7 }] },
    ],
    goals: [],
  };
  const words = await wordsOf(null);
  expect(subjectOf(report, words)).toBe('teahouse.example: 12,345 visitors, Week 46, Nov 9 – 15, 2026');
  const links = { statistics: 'https://a.example', settings: 'https://b.example', unsubscribe: 'https://c' };
  expect(reportText(report, links, words)).toBe(`teahouse.example
Week 46, Nov 9 – 15, 2026

Visitors       12,345   +12% from 11,000 the week before
Pageviews           1   none the week before
Visits            900   −5.3% from 950 the week before

Visitors by day
Mon, Nov 9      1,234  ████████████████████████
Tue, Nov 10       617  ████████████

Pages, by pageviews
    4,000  /a b

Countries, by visitors
       30  Germany

Events
        7  Sign up

Statistics: https://a.example

-- 
You get this report every Monday, because email reports are switched on for teahouse.example.
Settings: https://b.example
Unsubscribe: https://c
`);
});

test('a person changes the language of mails; an API key and strangers cannot', async () => {
  await setLanguage(null);
  const person = newPerson(server);
  await person.ask(LogIn, OWNER);
  const stored = async () =>
    (await server.deps.db.read.account.findUniqueOrThrow({ where: { id: server.accountId } })).language;
  expect((await person.ask(ChangeLanguage, { language: 'DE' })).data.changeLanguage).toEqual({
    __typename: 'ChangeLanguageSuccess',
    viewer: { language: 'DE' },
  });
  expect(await stored()).toBe('de');
  const document = 'mutation { changeLanguage(input: { language: EN }) { __typename } }';
  for (const key of [undefined, null]) {
    const { errors } = await withKey(server, document, {}, key);
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  }
  const unknown = await withKey(server, document.replace('EN', 'XX'));
  expect(unknown.errors?.[0]?.message).toContain('"XX" does not exist in "Language" enum');
  expect(await stored()).toBe('de');
});

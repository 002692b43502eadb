import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { operator } from '../../src/auth/keys.ts';
import { collectReport, type Report } from '../../src/reports/collect.ts';
import { reportHtml } from '../../src/reports/html.tsx';
import { reportPeriod } from '../../src/reports/schedule.ts';
import { reportText } from '../../src/reports/text.ts';
import { wordsOf } from '../../src/reports/words.ts';
import { createContext } from '../../src/request/context.ts';
import { newGoal } from '../support/goals.ts';
import { newWebsite } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';
import { recordShop } from '../support/shop.ts';
import { sendHit } from '../support/track.ts';

const LINKS = { statistics: 'https://a.example', settings: 'https://b.example', unsubscribe: 'https://c' };
const WEEK = 7 * 24 * 3_600_000;
/** The week of the hits of {@link recordShop}. */
const PERIOD = '2026-W47';

const statements: string[] = [];
let server: TestServer;
/** The report of the website before it has goals. */
let withoutGoals: Report;
beforeAll(async () => {
  server = await startTestServer({ onQuery: (sql) => statements.push(sql), alone: true });
  const website = await recordShop(server);
  server.setTime(NOON - WEEK);
  const event = { name: 'Signup' };
  await sendHit(server, { website, page: 'https://example.com/', event });
  server.setTime(NOON + WEEK);
  withoutGoals = await reportOf(1);
});
afterAll(() => server[Symbol.asyncDispose]());

/** Collects the reports of websites in one context, as those of a chunk. */
async function reportsOf(ids: readonly number[]): Promise<Report[]> {
  const context = createContext(server.deps, operator(server.teamId));
  const period = reportPeriod(PERIOD);
  if (!period) throw new Error('No such period.');
  return Promise.all(
    ids.map(async (id) => {
      const website = await context.loaders.website.load(id);
      if (!website) throw new Error('No such website.');
      return collectReport(website, period, context);
    }),
  );
}

const reportOf = async (id: number): Promise<Report> => {
  const [report] = await reportsOf([id]);
  if (!report) throw new Error('No report.');
  return report;
};

const parts = async (report: Report, language: string | null) => {
  const words = await wordsOf(language);
  // Intl writes spaces that do not break.
  const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');
  return { text: plain(reportText(report, LINKS, words)), html: plain(reportHtml(report, LINKS, words)) };
};

test('a website without goals has a report without goals', async () => {
  expect(withoutGoals.goals).toEqual([]);
  for (const part of Object.values(await parts(withoutGoals, null))) expect(part).not.toContain('Goals');
});

describe('the report of a website with goals', () => {
  let report: Report;
  beforeAll(async () => {
    await newGoal(server, 1, { name: 'Purchase', filter: { event: { in: ['Purchase'] } } });
    await newGoal(server, 1, { name: 'Home page <b>\u0007', filter: { page: { in: ['/'] } } });
    await newGoal(server, 1, { name: 'Signup' });
    await newGoal(server, 1, { name: 'Never', filter: { event: { in: ['Never'] } } });
    report = await reportOf(1);
  });

  test('has their conversions with the change, visitors, rate and revenue, the largest first', () => {
    expect(report.goals).toEqual([
      {
        name: 'Home page <b>',
        conversions: { now: 4, before: 1 },
        visitors: 3,
        rate: 1,
        revenue: [],
      },
      {
        name: 'Purchase',
        conversions: { now: 2, before: 0 },
        visitors: 1,
        rate: 1 / 3,
        revenue: [{ currency: 'EUR', amount: '0.30' }],
      },
      { name: 'Signup', conversions: { now: 2, before: 1 }, visitors: 2, rate: 2 / 3, revenue: [] },
      { name: 'Never', conversions: { now: 0, before: 0 }, visitors: 0, rate: 0, revenue: [] },
    ]);
  });

  test('names them in English, in HTML and in plain text', async () => {
    const { text, html } = await parts(report, null);
    expect(text).toContain(`
Goals, by conversions
        4  Home page <b>
           +300% from 1 the week before · 3 visitors · 100% of all visitors
        2  Purchase
           none the week before · 1 visitor · 33% of all visitors
           Revenue: €0.30
        2  Signup
           +100% from 1 the week before · 2 visitors · 67% of all visitors
        0  Never
           none the week before · 0 visitors · 0% of all visitors
`);
    expect(html).toMatch(/>Goals<span[^>]*> by conversions</);
    expect(html).toContain('none the week before · 1 visitor · 33% of all visitors<');
    expect(html).toContain('Revenue: €0.30<');
    expect(html).toContain('Home page &lt;b&gt;');
  });

  test('names them in German', async () => {
    const { text, html } = await parts(report, 'de');
    const details = 'keine in der Vorwoche · 1 Besucher · 33 % aller Besucher';
    expect(text).toContain(`        2  Purchase\n           ${details}\n           Umsatz: 0,30 €\n`);
    expect(text).toContain('\nZiele, nach Konversionen\n');
    expect(html).toContain(details);
  });

  test('lists at most ten goals and five currencies', async () => {
    const { id, tracking_id: website } = await newWebsite(server, { url: 'many.example' });
    server.setTime(NOON);
    for (const currency of ['CHF', 'EUR', 'GBP', 'JPY', 'PLN', 'USD']) {
      const event = { name: 'Sale', revenue: { amount: 12, currency } };
      await sendHit(server, { website, page: 'https://many.example/', event });
    }
    server.setTime(NOON + WEEK);
    for (let number = 1; number <= 11; number += 1)
      await newGoal(server, id, { name: `Goal ${number}`, filter: { event: { in: [`${number}`] } } });
    await newGoal(server, id, { name: 'Sale', filter: { event: { in: ['Sale'] } } });
    const many = await reportOf(id);
    expect(many.goals.map(({ conversions }) => conversions.now)).toEqual([6, ...Array(9).fill(0)]);
    expect((await parts(many, null)).text).toContain(
      'Revenue: CHF 12.00 + €12.00 + £12.00 + ¥12 + PLN 12.00 + …\n',
    );
  });
});

test('more websites and goals take no more SQL statements', async () => {
  const filter = { event: { in: ['Signup'] } };
  const ids: number[] = [];
  for (let number = 0; number < 6; number += 1) {
    const { id, tracking_id: website } = await newWebsite(server, { url: `s${number}.example` });
    for (const at of [NOON - WEEK, NOON]) {
      server.setTime(at);
      await sendHit(server, { website, page: `https://s${number}.example/`, event: { name: 'Signup' } });
    }
    for (let goal = 0; goal <= number; goal += 1) await newGoal(server, id, { name: `Goal ${goal}`, filter });
    ids.push(id);
  }
  server.setTime(NOON + WEEK);
  const costOf = async (some: number[]) => {
    statements.length = 0;
    const goals = (await reportsOf(some)).flatMap((report) => report.goals);
    expect(goals.map(({ conversions }) => conversions)).toEqual(goals.map(() => ({ now: 1, before: 1 })));
    return { goals: goals.length, statements: statements.length };
  };
  const [first = 0, ...others] = ids;
  const one = await costOf([first]);
  const five = await costOf(others);
  expect([one.goals, five.goals]).toEqual([1, 20]);
  expect(one.statements).toBeGreaterThan(0);
  expect(five.statements).toBe(one.statements);
});

import type { Report, Top } from './collect.ts';
import {
  checks,
  comparison,
  goalDetails,
  headingOf,
  isEmpty,
  type Links,
  oneLine,
  reason,
  totalsOf,
  type Words,
} from './words.ts';

const BAR = 24;

/** A report as plain text, with the same content as the HTML. */
export function reportText(report: Report, links: Links, words: Words): string {
  const { website, period } = report;
  const { t } = words;
  const parts = [
    `${website.domain}\n${words.periodInWords(period.name)}`,
    ...(isEmpty(report) ? [nothing(report, links, words)] : numbers(report, words)),
    t('mails.statistics', { address: links.statistics }),
    [
      ...['-- ', reason(report, words), t('mails.settings.at', { address: links.settings })],
      t('mails.unsubscribe.at', { address: links.unsubscribe }),
    ].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

function nothing(report: Report, { settings }: Links, words: Words): string {
  const { t } = words;
  const lines = checks(report, words).map((line) => `* ${line}`);
  const snippet = t('mails.snippet.at', { address: settings });
  return `${t('mails.none')} ${t('mails.check')}\n\n${lines.join('\n')}\n\n${snippet}`;
}

function numbers(report: Report, words: Words): string[] {
  const totals = totalsOf(report, words);
  const width = Math.max(...totals.map(([name]) => name.length));
  const lines = totals.map(
    ([name, count]) =>
      `${name.padEnd(width)} ${words.grouped(count.now).padStart(11)}   ${comparison(count, report, words)}`,
  );
  const tops = report.tops.filter(({ rows }) => rows.length > 0);
  return [
    lines.join('\n'),
    days(report, words),
    ...(report.goals.length > 0 ? [goals(report, words)] : []),
    ...tops.map((one) => top(one, words)),
  ];
}

/** The width of the longest day in English. */
const DAY = 11;

function days({ days: points }: Report, { t, grouped, shortDayInWords }: Words): string {
  const most = Math.max(...points.map(({ visitors }) => visitors), 1);
  const names = points.map(({ at }) => shortDayInWords(at));
  const width = Math.max(DAY, ...names.map((name) => name.length));
  const lines = points.map(({ visitors }, index) => {
    const bar = '█'.repeat(Math.ceil((visitors / most) * BAR));
    return `${(names[index] ?? '').padEnd(width)} ${grouped(visitors).padStart(9)}  ${bar}`.trimEnd();
  });
  return `${t('mails.byDay')}\n${lines.join('\n')}`;
}

const heading = (title: string, unit: string | null, { t }: Words) =>
  unit === null ? title : t('mails.by', { title, unit });

function goals(report: Report, words: Words): string {
  const lines = report.goals.flatMap((goal) => [
    `${words.grouped(goal.conversions.now).padStart(9)}  ${oneLine(goal.name)}`,
    ...goalDetails(goal, report, words).map((line) => `${' '.repeat(9)}  ${line}`),
  ]);
  return [heading(words.t('group.goals'), words.t('mails.by.conversions'), words), ...lines].join('\n');
}

function top(one: Top, words: Words): string {
  const { title, unit } = headingOf(one, words);
  const lines = one.rows.map(
    (row) => `${words.grouped(row.count).padStart(9)}  ${oneLine(words.labelOf(one.name, row))}`,
  );
  return [heading(title, unit, words), ...lines].join('\n');
}

import { grouped, periodInWords, shortDayInWords } from '../stats/format.ts';
import type { Report, Top } from './collect.ts';
import { checks, comparison, isEmpty, type Links, oneLine, reason, totalsOf } from './words.ts';

const BAR = 24;

/** A report as plain text, with the same content as the HTML. */
export function reportText(report: Report, links: Links): string {
  const { website, period } = report;
  const parts = [
    `${website.domain}\n${periodInWords(period.name)}`,
    ...(isEmpty(report) ? [nothing(report, links)] : numbers(report)),
    `Statistics: ${links.statistics}`,
    `-- \n${reason(report)}\nSettings: ${links.settings}\nUnsubscribe: ${links.unsubscribe}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function nothing(report: Report, { settings }: Links): string {
  const lines = checks(report).map((line) => `* ${line}`);
  return `Nobody was counted in this time. What to check:\n\n${lines.join('\n')}\n\nThe line to put on the pages: ${settings}`;
}

function numbers(report: Report): string[] {
  const totals = totalsOf(report).map(
    ([name, count]) =>
      `${name.padEnd(9)} ${grouped(count.now).padStart(11)}   ${comparison(count, report.period)}`,
  );
  return [totals.join('\n'), days(report), ...report.tops.filter(({ rows }) => rows.length > 0).map(top)];
}

function days({ days: points }: Report): string {
  const most = Math.max(...points.map(({ visitors }) => visitors), 1);
  const lines = points.map(({ at, visitors }) => {
    const bar = '█'.repeat(Math.ceil((visitors / most) * BAR));
    return `${shortDayInWords(at).padEnd(11)} ${grouped(visitors).padStart(9)}  ${bar}`.trimEnd();
  });
  return `Visitors by day\n${lines.join('\n')}`;
}

function top({ title, unit, rows }: Top): string {
  const lines = rows.map(({ label, count }) => `${grouped(count).padStart(9)}  ${oneLine(label)}`);
  return `${title}${unit === title.toLowerCase() ? '' : `, by ${unit}`}\n${lines.join('\n')}`;
}

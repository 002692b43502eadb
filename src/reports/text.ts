import { change, counted, grouped, periodInWords, plural, shortDayInWords } from '../stats/format.ts';
import type { Compared, Report, Top } from './collect.ts';
import type { ReportPeriod } from './schedule.ts';

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
  return (
    `No visitors were counted in this period. What to check:\n\n${lines.join('\n')}\n\n` +
    `The tracking snippet is in the settings: ${settings}`
  );
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

/** The URLs of the links in a report. */
export interface Links {
  statistics: string;
  settings: string;
  unsubscribe: string;
}

/** Maximum length of a label in characters. Useful labels are shorter; URLs of pages may have thousands. */
const LABEL = 60;

/**
 * Makes text that comes from visitors fit on one line: replaces control characters with spaces, and truncates
 * it.
 */
export function oneLine(label: string): string {
  const line = label.replace(/[\p{C}\p{Z}]+/gu, ' ').trim();
  const letters = [...line];
  return letters.length > LABEL ? `${letters.slice(0, LABEL - 1).join('')}…` : line;
}

export const isEmpty = ({ visitors, pageviews, visits }: Report) =>
  visitors.now + pageviews.now + visits.now === 0;

/** The totals of a report with their names, in display order. */
export const totalsOf = ({ visitors, pageviews, visits }: Report): [string, Compared][] => [
  ['Visitors', visitors],
  ['Pageviews', pageviews],
  ['Visits', visits],
];

/** A count compared with the previous period: `+12% from 1,075 the week before`. */
export function comparison({ now, before }: Compared, { every }: ReportPeriod): string {
  const unit = every === 'weekly' ? 'week' : 'month';
  const changed = change(now, before);
  return changed ? `${changed.text} from ${grouped(before)} the ${unit} before` : `none the ${unit} before`;
}

/** What to check if a report has no traffic. */
export function checks({ website, dropped }: Report): string[] {
  const left =
    `${counted(dropped, 'hit')} ${plural(dropped, 'was', 'were')} not counted, ` +
    'for example from bots or excluded IP addresses. The settings list the reasons.';
  return [
    `Is the tracking snippet still on every page of ${website.domain}, inside the head element?`,
    `Has the website moved? Only pages on ${website.domain} and its subdomains are counted.`,
    dropped > 0 ? left : 'Does the Content-Security-Policy of the website block the tracking script?',
  ];
}

export function subjectOf(report: Report): string {
  const { website, period, visitors } = report;
  const count = isEmpty(report) ? 'no visitors' : counted(visitors.now, 'visitor');
  return `${website.domain}: ${count}, ${periodInWords(period.name)}`;
}

/** Why the recipient gets the mail, and how often. */
export function reason({ website: { domain, email, emailEvery } }: Report): string {
  if (!email) return `This report was sent on request. Regular email reports for ${domain} are switched off.`;
  const often = emailEvery === 'weekly' ? 'every Monday' : 'on the first day of every month';
  return `You get this report ${often}, because email reports are switched on for ${domain}.`;
}

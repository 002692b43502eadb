import { change, counted, grouped, periodInWords, plural } from '../stats/format.ts';
import type { Compared, Report } from './collect.ts';
import type { ReportPeriod } from './periods.ts';

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

/** A count compared with the previous period: `+12% against 1,075 the week before`. */
export function comparison({ now, before }: Compared, { every }: ReportPeriod): string {
  const unit = every === 'weekly' ? 'week' : 'month';
  const changed = change(now, before);
  return changed
    ? `${changed.text} against ${grouped(before)} the ${unit} before`
    : `none the ${unit} before`;
}

/** What to check if a report has no traffic. */
export function checks({ website, dropped }: Report): string[] {
  const left = `${counted(dropped, 'hit')} ${plural(dropped, 'was', 'were')} not counted, for example those of bots or excluded addresses. The settings say why.`;
  return [
    `Is the line of the settings still on every page of ${website.domain}, before the end of its head?`,
    `Has the website moved? Only pages of ${website.domain} and its subdomains are counted.`,
    dropped > 0 ? left : 'Does a Content-Security-Policy of the website keep the script from being loaded?',
  ];
}

export const subjectOf = (report: Report) =>
  isEmpty(report)
    ? `${report.website.domain}: no visitors, ${periodInWords(report.period.name)}`
    : `${report.website.domain}: ${counted(report.visitors.now, 'visitor')}, ${periodInWords(report.period.name)}`;

/** Why the recipient gets the mail, and how often. */
export function reason({ website: { domain, email, emailEvery } }: Report): string {
  if (!email) return `Somebody asked for this one; email reports of ${domain} are switched off.`;
  const often = emailEvery === 'weekly' ? 'every Monday' : 'on the first of every month';
  return `This comes ${often}, because email reports are switched on for ${domain}.`;
}

import { STATISTICS } from '../engine/registry/statistics.ts';
import type { Formats } from '../stats/formats.ts';
import { formatsWith } from '../stats/formatWords.ts';
import { type Labels, labelsWith } from '../stats/labelWords.ts';
import { type Language, languageFrom } from '../texts/languages.ts';
import { readMailTexts } from '../texts/read.ts';
import type { Translator } from '../texts/translator.ts';
import type { Compared, Report, ReportGoal, Top } from './collect.ts';

/** Everything that a report needs to be written in a language. */
export interface Words extends Translator, Formats, Pick<Labels, 'labelOf'> {
  language: Language;
}

/** The words that were needed so far. */
const made = new Map<Language, Words>();

/**
 * Returns the words of an account's language.
 * @param stored `Account.language`; null for English.
 */
export async function wordsOf(stored: string | null): Promise<Words> {
  const language = languageFrom(stored);
  const known = made.get(language);
  if (known) return known;
  const texts = await readMailTexts(language);
  const words = { language, ...texts, ...formatsWith(texts), ...labelsWith(texts) };
  made.set(language, words);
  return words;
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
export const totalsOf = ({ visitors, pageviews, visits }: Report, { t }: Words): [string, Compared][] => [
  [t('metric.visitors'), visitors],
  [t('metric.pageviews'), pageviews],
  [t('metric.visits'), visits],
];

/** A count compared with the previous period: `+12% from 1,075 the week before`. */
export function comparison({ now, before }: Compared, { period }: Report, words: Words): string {
  const { t } = words;
  const changed = words.change(now, before);
  if (!changed) return t(`mails.before.${period.every}`);
  return t(`mails.change.${period.every}`, { change: changed.text, before: words.grouped(before) });
}

/** The title of a list, and what it counts unless the title says so: `Pages` and `by pageviews`. */
export function headingOf({ name }: Top, { t }: Words): { title: string; unit: string | null } {
  const { unit } = STATISTICS[name];
  return { title: t(`statistic.${name}.title`), unit: name === 'event' ? null : t(`mails.by.${unit}`) };
}

/** Currencies of a goal that a report names. */
const CURRENCIES = 5;

/** What a report says below the name of a goal: a line with the change and visitors, and one with revenue. */
export function goalDetails(goal: ReportGoal, report: Report, words: Words): string[] {
  const { conversions, visitors, rate, revenue } = goal;
  const { t } = words;
  const amounts = revenue.slice(0, CURRENCIES).map(words.moneyInWords);
  if (revenue.length > CURRENCIES) amounts.push('…');
  const people = [
    comparison(conversions, report, words),
    t('mails.goal.visitors', { visitors }),
    ...(rate === null ? [] : [t('mails.goal.rate', { rate: words.percent(rate) })]),
  ].join(' · ');
  return amounts.length === 0
    ? [people]
    : [people, t('mails.goal.revenue', { amounts: amounts.join(' + ') })];
}

/** What to check if a report has no traffic. */
export function checks({ website: { domain }, dropped }: Report, { t }: Words): string[] {
  return [
    t('mails.check.snippet', { domain }),
    t('mails.check.moved', { domain }),
    dropped > 0 ? t('mails.check.dropped', { count: dropped }) : t('mails.check.policy'),
  ];
}

export function subjectOf(report: Report, { t, periodInWords }: Words): string {
  const { domain } = report.website;
  const period = periodInWords(report.period.name);
  return isEmpty(report)
    ? t('mails.subject.none', { domain, period })
    : t('mails.subject', { domain, period, visitors: report.visitors.now });
}

/** Why the recipient gets the mail, and how often. */
export function reason({ website: { domain, email, emailEvery } }: Report, { t }: Words): string {
  if (!email) return t('mails.why.request', { domain });
  return t(emailEvery === 'weekly' ? 'mails.why.weekly' : 'mails.why.monthly', { domain });
}

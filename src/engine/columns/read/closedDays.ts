import { addDays, dayNumber, dayText, monthOf } from '../../../calendar/days.ts';
import type { Snapshot } from '../../../db/snapshot.ts';
import type { Question } from '../../question/types.ts';
import type { Evaluation } from '../evaluate/evaluation.ts';
import type { Interner } from '../evaluate/interner.ts';
import { lastDayOf, summedBy } from '../months/dimensions.ts';
import type { WantedMonth } from '../months/stored.ts';
import type { ClosedQuestion } from './closedCache.ts';
import type { DayCache } from './dayCache.ts';
import { hitsOf } from './facts.ts';
import { groupParts, loadDays, type WantedPart } from './loadDays.ts';
import { monthOfPart, type Part, recentDay, shareNumber } from './parts.ts';
import { type DayRange, mergeRanges } from './ranges.ts';

/** The questions about one website. */
export interface WebsiteQuestions {
  websiteId: number;
  questions: readonly Question[];
  /**
   * By question: the version of the answer that is known, which is not read again while it is valid; null for
   * none. By default, no answer is known.
   */
  known?: readonly (number | null)[];
}

/** When and how an operation is evaluated. */
export interface Run {
  /** The time of the operation in Unix milliseconds; the same for all of its shares. */
  now: number;
  /** Called between days; throws to cancel. */
  running: () => void;
}

/** One of several shares of the days that are over, numbered from 0. */
export interface Share {
  index: number;
  of: number;
}

export const ALL_DAYS: Share = { index: 0, of: 1 };

/** The days of the questions of an operation, in one version of the database. */
export interface Days {
  parts: readonly Part[];
  /** The same by website. */
  partsOf: ReadonlyMap<number, readonly Part[]>;
  /** Days from this one on are not over in every time zone, as 20261121. */
  recent: number;
  /** The day before, the last one that is over. */
  through: number;
}

/** The evaluation of the questions about a website. */
export interface Open {
  websiteId: number;
  evaluation: Evaluation;
}

/** Reads which days the questions of an operation have. */
export async function readDays(
  snapshot: Snapshot,
  cache: DayCache,
  asked: readonly WebsiteQuestions[],
  now: number,
): Promise<Days> {
  const recent = recentDay(now);
  const parts = await cache.parts.read(snapshot, mergeRanges(asked.flatMap(rangesOf)), recent);
  const partsOf = new Map<number, Part[]>();
  for (const part of parts) {
    const own = partsOf.get(part.websiteId);
    if (own) own.push(part);
    else partsOf.set(part.websiteId, [part]);
  }
  return { parts, partsOf, recent, through: dayNumber(addDays(dayText(recent), -1)) };
}

const rangesOf = ({ websiteId, questions }: WebsiteQuestions): DayRange[] =>
  questions.map(({ from, to }) => ({ websiteId, from, to }));

const isOver = ({ days }: Part, { recent }: Days) => (days[0]?.day ?? 0) < recent;

/**
 * Adds the days that are over to evaluations, or the sums of their months.
 * @param share the share of them that is added.
 * @param withSums whether stored sums of months are added in place of their days.
 * @returns the months whose sums were added, by this or another share.
 */
export async function addClosedDays(
  snapshot: Snapshot,
  cache: DayCache,
  open: readonly Open[],
  days: Days,
  { running, share, withSums }: Pick<Run, 'running'> & { share: Share; withSums: boolean },
): Promise<string[]> {
  const byWebsite = new Map(open.map(({ websiteId, evaluation }) => [websiteId, evaluation]));
  const summed: string[] = [];
  const wanted = withSums ? wantedMonths(days, byWebsite, share) : [];
  await cache.months.read(snapshot, wanted, ({ websiteId, month }, sums) => {
    running();
    byWebsite.get(websiteId)?.addMonth(month, sums);
    summed.push(`${websiteId} ${month}`);
  });
  const own = (part: Part) => isOver(part, days) && shareNumber(part) % share.of === share.index;
  await addParts(snapshot, cache, byWebsite, days.parts.filter(own), running);
  return summed.sort();
}

/** Adds the days to which hits are still added. */
export async function addRecentDays(
  snapshot: Snapshot,
  cache: DayCache,
  open: readonly Open[],
  days: Days,
  { running }: Pick<Run, 'running'>,
): Promise<void> {
  const byWebsite = new Map(open.map(({ websiteId, evaluation }) => [websiteId, evaluation]));
  const recent = days.parts.filter((part) => !isOver(part, days));
  await addParts(snapshot, cache, byWebsite, recent, running);
}

/** Adds those of the parts that the questions need. */
async function addParts(
  snapshot: Snapshot,
  cache: DayCache,
  byWebsite: ReadonlyMap<number, Evaluation>,
  parts: readonly Part[],
  running: () => void,
): Promise<void> {
  const needed = parts.flatMap((part): WantedPart[] => {
    const needs = byWebsite.get(part.websiteId)?.needs(part.days);
    return needs ? [{ ...part, withExtras: needs === 'extras' }] : [];
  });
  for (const group of await groupParts(snapshot, cache, needed)) {
    running();
    const loaded = await loadDays(snapshot, cache, group.parts, group.stored);
    for (const [position, day] of loaded.entries()) {
      running();
      byWebsite.get((group.parts[position] as Part).websiteId)?.add(day);
    }
  }
}

/** Returns the months that are over in all time zones, and whose sums can be added for some question. */
function wantedMonths(
  { parts, recent }: Days,
  byWebsite: ReadonlyMap<number, Evaluation>,
  { index, of }: Share,
): WantedMonth[] {
  const months = new Map<string, WantedMonth>();
  for (const part of parts) {
    const { websiteId, monthVersion: version } = part;
    const month = monthOfPart(part);
    const key = `${websiteId} ${month}`;
    if (months.has(key) || lastDayOf(month) >= recent) continue;
    const dimensions = byWebsite.get(websiteId)?.summable(month) ?? new Set();
    if (dimensions.size > 0)
      months.set(key, { websiteId, month, version, dimensions, isOfOthers: month % of !== index });
  }
  return [...months.values()];
}

/** Returns what the questions about a website ask about the days that are over. */
export function closedQuestions(
  { websiteId, questions }: WebsiteQuestions,
  interner: Interner,
  days: Days,
): ClosedQuestion[] {
  const { through } = days;
  const versionOf = versionsOfRanges(websiteId, days);
  return questions.map((question) => {
    const version = versionOf(question.from, Math.min(question.to, through));
    return { websiteId, question, through, version, interner };
  });
}

/**
 * Returns the function that returns the counts of the days in a range, from the first to the last, in one
 * number, which grows whenever one of them changes.
 */
export function versionsOfRanges(websiteId: number, { partsOf }: Days): (from: number, to: number) => number {
  const own = partsOf.get(websiteId) ?? [];
  const versions = new Map<string, number>();
  return (from, to) => {
    const key = `${from} ${to}`;
    const known = versions.get(key);
    if (known !== undefined) return known;
    let version = 0;
    for (const { days } of own)
      for (const day of days) if (from <= day.day && day.day <= to) version += hitsOf(day) + day.revision;
    versions.set(key, version);
    return version;
  };
}

/** Identifies the versions of the days that are over. */
export const versionsOf = (about: readonly (readonly ClosedQuestion[])[]): string =>
  JSON.stringify(about.map((questions) => questions.map(({ version }) => version)));

/** What a month whose sums may be stored counts as at most, in hits. */
const MONTH_HITS = 10_000;

/** Estimates how many hits of days that are over have to be evaluated for questions. */
export function closedHits({ partsOf, recent }: Days, { websiteId, questions }: WebsiteQuestions): number {
  if (questions.length === 0) return 0;
  const ofMonths = new Map<number, number>();
  let hits = 0;
  for (const { days } of partsOf.get(websiteId) ?? [])
    for (const day of days) {
      const isAsked = questions.some(({ from, to }) => from <= day.day && day.day <= to);
      if (day.day >= recent || !isAsked) continue;
      const month = monthOf(day.day);
      if (lastDayOf(month) < recent && questions.every((question) => summedBy(question) !== null))
        ofMonths.set(month, (ofMonths.get(month) ?? 0) + hitsOf(day));
      else hits += hitsOf(day);
    }
  for (const ofMonth of ofMonths.values()) hits += Math.min(ofMonth, MONTH_HITS);
  return hits;
}

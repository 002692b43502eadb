import type { Snapshot, SnapshotConnection } from '../../../db/snapshot.ts';
import type { Answer, Question } from '../../question/types.ts';
import { createEvaluation, type Evaluation } from '../evaluate/evaluation.ts';
import { Interner } from '../evaluate/interner.ts';
import type { EvaluationPart } from '../evaluate/parts.ts';
import { lastDayOf } from '../months/dimensions.ts';
import type { WantedMonth } from '../months/stored.ts';
import type { DayCache } from './dayCache.ts';
import { groupParts, loadDays } from './loadDays.ts';
import { isDay, monthOfPart, type Part, recentDay, shareNumber } from './parts.ts';
import { type DayRange, mergeRanges } from './ranges.ts';

/** The questions about one website. */
export interface WebsiteQuestions {
  websiteId: number;
  questions: readonly Question[];
}

/** When and how an operation is evaluated. */
export interface Run {
  /** The time of the operation in Unix milliseconds; the same for all of its shares. */
  now: number;
  /** Called between days; throws to cancel. */
  running: () => void;
  /** The days that are evaluated; all by default. */
  share?: Share;
  /** Whether days are evaluated although the sums of their month are stored. */
  withoutSums?: boolean;
}

/** One of several shares of the days, numbered from 0. */
export interface Share {
  index: number;
  of: number;
}

/** The evaluations of a share, by website. */
export interface Evaluated {
  evaluations: Evaluation[];
  /**
   * Shares with the same text divide the days alike: it has the number of days that are parts of their own,
   * besides recent ones, and the number of months whose sums are stored. A day leaves the small days of its
   * month when it gets enough hits.
   */
  division: string;
}

const ALL_DAYS: Share = { index: 0, of: 1 };

/**
 * Evaluates the questions of an operation on one version of the database, with a number of statements that
 * does not depend on the number of questions and websites: the days of each website are read once, and each
 * is evaluated for all questions.
 * @throws AppError `invalid` if an answer has too many groups.
 */
export function evaluateAll(
  connection: SnapshotConnection,
  cache: DayCache,
  asked: readonly WebsiteQuestions[],
  run: Run,
): Promise<Evaluated> {
  return connection.read((snapshot) => evaluateIn(snapshot, cache, asked, run));
}

/** As {@link evaluateAll}, in a version of the database that is open. */
export async function evaluateIn(
  snapshot: Snapshot,
  cache: DayCache,
  asked: readonly WebsiteQuestions[],
  { now, running, share = ALL_DAYS, withoutSums = false }: Run,
): Promise<Evaluated> {
  const { index, of } = share;
  const ranges = mergeRanges(asked.flatMap(rangesOf));
  const memory = cache.dayMemory();
  const open = asked.map(({ websiteId, questions }) => {
    const interner = cache.interner(websiteId);
    return { websiteId, evaluation: createEvaluation(questions, interner, memory) };
  });
  const byWebsite = new Map(open.map((entry) => [entry.websiteId, entry]));
  try {
    const recent = recentDay(now);
    const all = await cache.parts.read(snapshot, ranges, recent);
    const wanted = withoutSums ? [] : wantedMonths(all, byWebsite, recent, share);
    const months = await cache.months.read(snapshot, wanted, ({ websiteId, month }, sums) => {
      running();
      byWebsite.get(websiteId)?.evaluation.addMonth(month, sums);
    });
    const parts = all.filter(
      (part) =>
        shareNumber(part) % of === index && byWebsite.get(part.websiteId)?.evaluation.needs(part.days),
    );
    for (const group of await groupParts(snapshot, cache, parts)) {
      running();
      const days = await loadDays(snapshot, cache, group.parts, group.chunks);
      for (const [position, day] of days.entries()) {
        running();
        byWebsite.get((group.parts[position] as Part).websiteId)?.evaluation.add(day);
      }
    }
    return {
      evaluations: open.map(({ evaluation }) => evaluation),
      division: `${all.filter((part) => isDay(part) && part.key < recent).length} ${months}`,
    };
  } finally {
    for (const { websiteId } of open) cache.measure(websiteId);
  }
}

/** Returns the months that are over in all time zones, and whose sums can be added for some question. */
function wantedMonths(
  parts: readonly Part[],
  byWebsite: ReadonlyMap<number, { evaluation: Evaluation }>,
  recent: number,
  { index, of }: Share,
): WantedMonth[] {
  const months = new Map<string, WantedMonth>();
  for (const part of parts) {
    const { websiteId, monthVersion: version } = part;
    const month = monthOfPart(part);
    const key = `${websiteId} ${month}`;
    if (months.has(key) || lastDayOf(month) >= recent) continue;
    const dimensions = byWebsite.get(websiteId)?.evaluation.summable(month) ?? new Set();
    if (dimensions.size > 0)
      months.set(key, { websiteId, month, version, dimensions, isOfOthers: month % of !== index });
  }
  return [...months.values()];
}

/** Returns the answers of evaluations that had a share of the days each, by website and question. */
export function mergeAll(
  asked: readonly WebsiteQuestions[],
  shares: readonly EvaluationPart[][][],
): Answer[][] {
  return asked.map(({ questions }, index) => {
    const evaluation = createEvaluation(questions, new Interner());
    for (const share of shares) evaluation.merge(share[index] as EvaluationPart[]);
    return evaluation.answers();
  });
}

const rangesOf = ({ websiteId, questions }: WebsiteQuestions): DayRange[] =>
  questions.map(({ from, to }) => ({ websiteId, from, to }));

import { dayNumber } from '../../calendar/days.ts';
import type { SnapshotConnection } from '../../db/snapshot.ts';
import { stillCounting } from '../../errors.ts';
import { createEvaluation, type Evaluation } from '../evaluate/evaluation.ts';
import { Interner } from '../evaluate/interner.ts';
import type { EvaluationPart } from '../evaluate/parts.ts';
import type { Answer, Question } from '../query/types.ts';
import type { DayCache } from './dayCache.ts';
import { countPending, readFacts } from './facts.ts';
import { groupsOf, loadDays } from './loadDays.ts';
import { type Part, partsOf, wholeMonths } from './parts.ts';
import { type DayRange, mergeRanges } from './ranges.ts';

/** The questions about one website. */
export interface Asked {
  websiteId: number;
  questions: readonly Question[];
}

/** One of several shares of the days, numbered from 0. */
export interface Share {
  index: number;
  of: number;
}

const ALL_DAYS: Share = { index: 0, of: 1 };

/**
 * Evaluates the questions of an operation on one version of the database, with a number of statements that
 * does not depend on the number of questions and websites: the days of each website are read once, and each
 * is evaluated for all questions.
 * @param running called between days; throws to cancel.
 * @param share the days that are evaluated; all by default. A day always belongs to the same share.
 * @returns an evaluation for each website.
 * @throws AppError `unavailable` while days of the ranges are counted again after an upgrade; `invalid` if an
 *   answer has too many groups.
 */
export function evaluateAll(
  connection: SnapshotConnection,
  cache: DayCache,
  asked: readonly Asked[],
  running: () => void,
  { index, of }: Share = ALL_DAYS,
): Promise<Evaluation[]> {
  return connection.read(async (snapshot) => {
    const ranges = mergeRanges(asked.flatMap(rangesOf));
    if ((await countPending(snapshot, ranges)) > 0) throw stillCounting();
    const open = asked.map(({ websiteId, questions }) => {
      const interner = cache.interner(websiteId);
      return { websiteId, evaluation: createEvaluation(questions, interner) };
    });
    const byWebsite = new Map(open.map((entry) => [entry.websiteId, entry]));
    try {
      const facts = await readFacts(snapshot, mergeRanges(wholeMonths(ranges)));
      const parts = partsOf(facts, ranges, recentDay()).filter(({ key }) => key % of === index);
      for (const group of groupsOf(parts)) {
        running();
        const days = await loadDays(snapshot, cache, group);
        for (const [position, day] of days.entries()) {
          running();
          byWebsite.get((group[position] as Part).websiteId)?.evaluation.add(day);
        }
      }
      return open.map(({ evaluation }) => evaluation);
    } finally {
      for (const { websiteId } of open) cache.measure(websiteId);
    }
  });
}

/** Returns the answers of evaluations that had a share of the days each, by website and question. */
export function mergeAll(asked: readonly Asked[], shares: readonly EvaluationPart[][][]): Answer[][] {
  return asked.map(({ questions }, index) => {
    const evaluation = createEvaluation(questions, new Interner());
    for (const share of shares) evaluation.merge(share[index] as EvaluationPart[]);
    return evaluation.answers();
  });
}

const DAY_MS = 86_400_000;

/** The day before the current one. In every time zone, days before it are over. */
function recentDay(): number {
  return dayNumber(new Date(Date.now() - DAY_MS).toISOString().slice(0, 10));
}

const rangesOf = ({ websiteId, questions }: Asked): DayRange[] =>
  questions.map(({ from, to }) => ({ websiteId, from, to }));

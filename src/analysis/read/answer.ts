import type { SnapshotConnection } from '../../db/snapshot.ts';
import { stillCounting } from '../../errors.ts';
import { createEvaluation } from '../evaluate/evaluation.ts';
import type { Answer, Question } from '../query/types.ts';
import type { DayCache } from './dayCache.ts';
import { countPending, type DayFacts, readFacts } from './facts.ts';
import { groupsOf, loadDays } from './loadDays.ts';
import { type DayRange, mergeRanges } from './ranges.ts';

/** The questions about one website. */
export interface Asked {
  websiteId: number;
  questions: readonly Question[];
}

/**
 * Answers the questions of an operation from one version of the database, with a number of statements that
 * does not depend on the number of questions and websites: the days of each website are read once, and each
 * is evaluated for all questions.
 * @param running called between days; throws to cancel.
 * @throws AppError `unavailable` while days of the ranges are counted again after an upgrade; `invalid` if an
 *   answer has too many groups.
 */
export function answerAll(
  connection: SnapshotConnection,
  cache: DayCache,
  asked: readonly Asked[],
  running: () => void,
): Promise<Answer[][]> {
  return connection.read(async (snapshot) => {
    const ranges = mergeRanges(asked.flatMap(rangesOf));
    if ((await countPending(snapshot, ranges)) > 0) throw stillCounting();
    const open = asked.map(({ websiteId, questions }) => {
      const interner = cache.interner(websiteId);
      return { websiteId, evaluation: createEvaluation(questions, interner) };
    });
    const byWebsite = new Map(open.map((entry) => [entry.websiteId, entry]));
    try {
      for (const group of groupsOf(await readFacts(snapshot, ranges))) {
        running();
        const days = await loadDays(snapshot, cache, group);
        for (const [index, day] of days.entries()) {
          running();
          byWebsite.get((group[index] as DayFacts).websiteId)?.evaluation.add(day);
        }
      }
      return open.map(({ evaluation }) => evaluation.answers());
    } finally {
      for (const { websiteId } of open) cache.measure(websiteId);
    }
  });
}

const rangesOf = ({ websiteId, questions }: Asked): DayRange[] =>
  questions.map(({ from, to }) => ({ websiteId, from, to }));

import DataLoader from 'dataloader';
import type { Requester } from '../../db/readQueue.ts';
import { stillCounting } from '../../errors.ts';
import { filterKey } from '../question/filterKey.ts';
import type { Answer, Question } from '../question/types.ts';
import type { Analysis } from './analysis.ts';

/** A question about a website. */
export interface AnalysisQuery {
  websiteId: number;
  question: Question;
}

/** Days of a website that are counted again after an upgrade, as 20261121; null for none. */
type PendingDays = DataLoader<number, { first: number; last: number } | null>;

/**
 * Answers questions; those of an operation together, in one pass over the days of each website. A question
 * about days that are counted again after an upgrade fails as `unavailable`; the others are answered.
 * @param pending the pending days. They only become fewer, so they may be read before the question's days.
 */
export function analysisLoader(
  analysis: Analysis,
  pending: PendingDays | null,
  requester?: Requester,
): DataLoader<AnalysisQuery, Answer, string> {
  return new DataLoader<AnalysisQuery, Answer, string>(
    async (queries) => {
      const isPending = await Promise.all(queries.map((query) => overlaps(query, pending)));
      const byWebsite = new Map<number, Question[]>();
      for (const [index, { websiteId, question }] of queries.entries()) {
        if (isPending[index]) continue;
        const questions = byWebsite.get(websiteId);
        if (questions) questions.push(question);
        else byWebsite.set(websiteId, [question]);
      }
      const asked = [...byWebsite].map(([websiteId, questions]) => ({ websiteId, questions }));
      const answers = new Map<Question, Answer>();
      const all = asked.length > 0 ? await analysis.answer(asked, requester) : [];
      for (const [website, found] of all.entries())
        for (const [index, answer] of found.entries())
          answers.set(asked[website]?.questions[index] as Question, answer);
      return queries.map(({ question }) => answers.get(question) ?? stillCounting());
    },
    { cacheKeyFn: keyOf },
  );
}

async function overlaps(
  { websiteId, question: { from, to } }: AnalysisQuery,
  pending: PendingDays | null,
): Promise<boolean> {
  const days = (await pending?.load(websiteId)) ?? null;
  return days !== null && days.first <= to && from <= days.last;
}

function keyOf({ websiteId, question: { filter, ...rest } }: AnalysisQuery): string {
  return JSON.stringify([websiteId, rest, filterKey(filter)]);
}

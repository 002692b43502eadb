import DataLoader from 'dataloader';
import type { Asker } from '../db/readQueue.ts';
import type { Analysis } from './analysis.ts';
import { filterKey } from './query/filterKey.ts';
import type { Answer, Question } from './query/types.ts';

/** A question about a website. */
export interface AnalysisQuery {
  websiteId: number;
  question: Question;
}

/** Answers questions; those of an operation together, in one pass over the days of each website. */
export function analysisLoader(analysis: Analysis, asker?: Asker): DataLoader<AnalysisQuery, Answer, string> {
  return new DataLoader(
    async (queries) => {
      const byWebsite = new Map<number, Question[]>();
      for (const { websiteId, question } of queries) {
        const questions = byWebsite.get(websiteId);
        if (questions) questions.push(question);
        else byWebsite.set(websiteId, [question]);
      }
      const asked = [...byWebsite].map(([websiteId, questions]) => ({ websiteId, questions }));
      const answers = new Map<Question, Answer>();
      for (const [website, found] of (await analysis.answer(asked, asker)).entries())
        for (const [index, answer] of found.entries())
          answers.set(asked[website]?.questions[index] as Question, answer);
      return queries.map(({ question }) => answers.get(question) as Answer);
    },
    { cacheKeyFn: keyOf },
  );
}

function keyOf({ websiteId, question: { filter, ...rest } }: AnalysisQuery): string {
  return JSON.stringify([websiteId, rest, filterKey(filter)]);
}

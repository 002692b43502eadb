import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';
import type { Database, State } from '../../db/database.ts';
import type { Requester } from '../../db/readQueue.ts';
import { type AppError, stillCounting } from '../../errors.ts';
import { filterKey } from '../question/filterKey.ts';
import type { Answer, Question } from '../question/types.ts';
import type { Analysis } from './analysis.ts';
import type { Gathering } from './gathering.ts';
import type { Reply } from './read/answer.ts';

/** A question about a website. */
export interface AnalysisQuery {
  websiteId: number;
  question: Question;
}

/** Days of a website that are counted again after an upgrade, as 20261121; null for none. */
type PendingDays = DataLoader<number, { first: number; last: number } | null>;

interface CachedAnswer {
  answer: Answer;
  /** As `Reply.version`. */
  version: number;
  /** The version of the database that it was read after. While it is the same, so are all answers. */
  validAt: State;
}

/** The latest answers by question. */
export type CachedAnswers = LRUCache<string, CachedAnswer>;

/** Maximum size of the cache in characters of values: some tens of megabytes of memory when full. */
const MAX_SIZE = 4_000_000;
/** The overhead of an answer, and of a row, in the same unit. */
const ANSWER_SIZE = 300;
const ROW_SIZE = 100;

export const createAnswerCache = (): CachedAnswers => new LRUCache({ maxSize: MAX_SIZE });

interface Sources {
  /** They only become fewer, so they may be read before the question's days. */
  pendingDays: PendingDays | null;
  db: Pick<Database, 'changes'>;
  answers: CachedAnswers;
}

/**
 * Answers questions; those of an operation together, in one pass over the days of each website. An answer
 * that is known is only read again if its days have other hits. A question about days that are counted again
 * after an upgrade fails as `unavailable`; the others are answered.
 * @param gather begins those of a request that can wait together with those of others.
 */
export function analysisLoader(
  analysis: Analysis,
  { pendingDays, db, answers: cached }: Sources,
  requester?: Requester,
  gather: Gathering | null = null,
): DataLoader<AnalysisQuery, Answer, string> {
  return new DataLoader<AnalysisQuery, Answer, string>(
    async (queries) => {
      // Before the answers are read, so they are never older.
      const validAt = await db.changes();
      const isPending = await Promise.all(queries.map((query) => overlaps(query, pendingDays)));
      const keys = queries.map(keyOf);
      const known = keys.map((key) => cached.get(key) ?? null);
      const found = known.map((one, index): Answer | AppError | null => {
        if (isPending[index]) return stillCounting();
        return one?.validAt === validAt ? one.answer : null;
      });
      const byWebsite = new Map<number, number[]>();
      for (const [index, { websiteId }] of queries.entries()) {
        if (found[index]) continue;
        const own = byWebsite.get(websiteId);
        if (own) own.push(index);
        else byWebsite.set(websiteId, [index]);
      }
      const asked = [...byWebsite].map(([websiteId, own]) => ({
        websiteId,
        questions: own.map((index) => (queries[index] as AnalysisQuery).question),
        known: own.map((index) => known[index]?.version ?? null),
      }));
      const all = asked.length > 0 ? await analysis.answer(asked, requester) : [];
      const replies = all.flat();
      for (const [position, index] of [...byWebsite.values()].flat().entries()) {
        const { answer, version } = replies[position] as Reply;
        const before = known[index];
        if (answer) {
          const key = keys[index] as string;
          cached.set(key, { answer, version, validAt }, { size: sizeOf(answer) + key.length });
        } else if (before) before.validAt = validAt;
        found[index] = answer ?? before?.answer ?? null;
      }
      return found as (Answer | AppError)[];
    },
    { cacheKeyFn: keyOf, ...(gather && { batchScheduleFn: gather }) },
  );
}

const sizeOf = ({ rows }: Answer) =>
  rows.reduce((size, { values }) => size + values.join('').length + ROW_SIZE, ANSWER_SIZE);

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

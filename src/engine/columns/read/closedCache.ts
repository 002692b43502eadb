import { LRUCache } from 'lru-cache';
import type { Answer, Question } from '../../question/types.ts';
import { type ClosedSums, closedKey, sizeOfClosed } from '../evaluate/closed.ts';
import type { Interner } from '../evaluate/interner.ts';

/** Maximum memory of the sums, in bytes. */
const MAX_BYTES = 48 * 1024 * 1024;

interface CachedSums {
  version: number;
  interner: Interner;
  sums: ClosedSums;
  /** The answers of questions about days that are over alone, by question. */
  answers: Map<string, Answer>;
}

/** The most answers that are kept with sums: pages and orders of the same rows. Larger ones are not kept. */
const MAX_ANSWERS = 8;
const MAX_ROWS = 100;
/** What these answers take, in bytes. */
const ANSWERS_SIZE = 20_000;

/** A question about the days of a website that are over. */
export interface ClosedQuestion {
  websiteId: number;
  question: Question;
  /** The last day that is over, as 20261121. */
  through: number;
  /** The counts of its days that are over in one number, which grows whenever one of them changes. */
  version: number;
  /** That of the website. */
  interner: Interner;
}

/**
 * The sums of the latest questions over days that are over. After a hit, the same questions only evaluate the
 * days that are not.
 */
export interface ClosedCache {
  /** Returns the sums if they are still valid. */
  get(asked: ClosedQuestion): ClosedSums | null;
  /** Returns the answer to a question about days that are over alone, if it is known and still valid. */
  answer(asked: ClosedQuestion): Answer | null;
  /** Adds the answer to such a question, if its sums are known. */
  setAnswer(asked: ClosedQuestion, answer: Answer): void;
  /** Adds sums, except those of searches: each letter that somebody types is another one. */
  set(asked: ClosedQuestion, sums: ClosedSums): void;
}

export function createClosedCache(): ClosedCache {
  const cached = new LRUCache<string, CachedSums>({ maxSize: MAX_BYTES, maxEntrySize: MAX_BYTES / 4 });
  const keyOf = ({ websiteId, question, through }: ClosedQuestion) => {
    const key = question.search === null ? closedKey(question, through) : null;
    return key && `${websiteId} ${key}`;
  };
  function entryOf(asked: ClosedQuestion): CachedSums | null {
    const key = keyOf(asked);
    const entry = key ? cached.get(key) : undefined;
    return entry?.version === asked.version && entry.interner === asked.interner ? entry : null;
  }
  const isClosed = ({ question, through }: ClosedQuestion) => question.to <= through;
  const pageOf = ({ question: { filter: _, ...page } }: ClosedQuestion) => JSON.stringify(page);

  return {
    get: (asked) => entryOf(asked)?.sums ?? null,
    answer: (asked) => (isClosed(asked) ? (entryOf(asked)?.answers.get(pageOf(asked)) ?? null) : null),
    setAnswer(asked, answer) {
      const answers = isClosed(asked) ? entryOf(asked)?.answers : null;
      if (answers && answers.size < MAX_ANSWERS && answer.rows.length <= MAX_ROWS)
        answers.set(pageOf(asked), answer);
    },
    set(asked, sums) {
      const key = keyOf(asked);
      const { version, interner } = asked;
      const size = sizeOfClosed(sums) + ANSWERS_SIZE;
      if (key) cached.set(key, { version, interner, sums, answers: new Map() }, { size: size + key.length });
    },
  };
}

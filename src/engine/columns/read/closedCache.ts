import { LRUCache } from 'lru-cache';
import type { Question } from '../../question/types.ts';
import { type ClosedSums, closedKey, sizeOfClosed } from '../evaluate/closed.ts';
import type { Interner } from '../evaluate/interner.ts';

/** Maximum memory of the sums, in bytes. */
const MAX_BYTES = 48 * 1024 * 1024;

interface CachedSums {
  version: number;
  interner: Interner;
  sums: ClosedSums;
}

/** A question about the days of a website that are over. */
export interface ClosedQuestion {
  websiteId: number;
  question: Question;
  /** The last day that is over, as 20261121. */
  through: number;
  /** The version of its days that are over (`versionsOfRanges`). */
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
  /** Adds sums, except those of searches: each letter that somebody types is another one. */
  set(asked: ClosedQuestion, sums: ClosedSums): void;
}

export function createClosedCache(): ClosedCache {
  const cached = new LRUCache<string, CachedSums>({ maxSize: MAX_BYTES, maxEntrySize: MAX_BYTES / 4 });
  const keyOf = ({ websiteId, question, through }: ClosedQuestion) => {
    const key = question.search === null ? closedKey(question, through) : null;
    return key && `${websiteId} ${key}`;
  };
  return {
    get(asked) {
      const key = keyOf(asked);
      const entry = key ? cached.get(key) : undefined;
      return entry?.version === asked.version && entry.interner === asked.interner ? entry.sums : null;
    },
    set(asked, sums) {
      const key = keyOf(asked);
      const { version, interner } = asked;
      const size = key && sizeOfClosed(sums) + key.length;
      if (key && size) cached.set(key, { version, interner, sums }, { size });
    },
  };
}

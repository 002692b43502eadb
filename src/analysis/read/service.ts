import { deserialize, serialize } from 'node:v8';
import { openSnapshots } from '../../db/open.ts';
import type { SnapshotOptions } from '../../db/snapshot.ts';
import { encodeDay } from '../chunks/codec.ts';
import type { Answer } from '../query/types.ts';
import { type Asked, evaluateAll, mergeAll, type Share } from './answer.ts';
import { createDayCache } from './dayCache.ts';
import { type DayFacts, type DayVersion, readFacts, sameVersion } from './facts.ts';
import { columnsOf, readRows } from './rows.ts';

/** A day of a website whose chunk is to be built. */
export interface SealedKey extends DayVersion {
  websiteId: number;
  day: number;
}

/** A chunk, and the version of the day that it has. */
export interface BuiltChunk extends SealedKey {
  data: Uint8Array;
}

/**
 * Reads and evaluates days, on a connection of its own. It runs in a worker thread, or in tests in this one.
 */
export interface AnalysisService {
  /** @throws as `evaluateAll`. */
  answer(asked: readonly Asked[], running: () => void): Promise<Answer[][]>;
  /**
   * Evaluates a share of the days.
   * @returns what {@link merge} needs, as bytes that only this version can read.
   * @throws as `evaluateAll`.
   */
  share(asked: readonly Asked[], running: () => void, share: Share): Promise<Uint8Array>;
  /** Returns the answers that follow from all shares. */
  merge(asked: readonly Asked[], shares: readonly Uint8Array[]): Answer[][];
  /** Builds the chunks of days, except those that have changed since their version was read. */
  build(days: readonly SealedKey[]): Promise<BuiltChunk[]>;
  /** Returns the days whose stored chunks questions found damaged since the last call. */
  damaged(): SealedKey[];
  close(): Promise<void>;
}

/** Opens the service on a database. */
export async function openAnalysisService(
  url: string,
  options: SnapshotOptions = {},
): Promise<AnalysisService> {
  const connection = await openSnapshots(url, options);
  const cache = createDayCache();
  return {
    async answer(asked, running) {
      const evaluations = await evaluateAll(connection, cache, asked, running);
      return evaluations.map((evaluation) => evaluation.answers());
    },
    async share(asked, running, share) {
      const evaluations = await evaluateAll(connection, cache, asked, running, share);
      return serialize(evaluations.map((evaluation) => evaluation.parts()));
    },
    merge: (asked, shares) =>
      mergeAll(
        asked,
        shares.map((bytes) => deserialize(bytes)),
      ),
    build: (days) =>
      connection.read(async (snapshot) => {
        const ranges = days.map(({ websiteId, day }) => ({ websiteId, from: day, to: day }));
        const wanted = new Map(days.map((day) => [`${day.websiteId} ${day.day}`, day]));
        const facts = (await readFacts(snapshot, ranges)).filter((day) => {
          const asked = wanted.get(`${day.websiteId} ${day.day}`);
          return asked !== undefined && sameVersion(asked, day);
        });
        const found = await readRows(snapshot, facts);
        return found.map((rows, index): BuiltChunk => {
          const { websiteId, day, pageviews, events, revision } = facts[index] as DayFacts;
          return { websiteId, day, pageviews, events, revision, data: encodeDay(columnsOf(rows)) };
        });
      }),
    damaged: () => cache.takeDamaged(),
    close: () => connection.close(),
  };
}

import { deserialize, serialize } from 'node:v8';
import { monthOf } from '../../../calendar/days.ts';
import { openSnapshots } from '../../../db/open.ts';
import type { SnapshotConnection, SnapshotOptions } from '../../../db/snapshot.ts';
import { encodeDay } from '../chunks/codec.ts';
import { encodeExtras } from '../chunks/extras.ts';
import type { OpenColumns } from '../chunks/merge.ts';
import { MIN_HITS } from '../chunks/smallDays.ts';
import { encodeTail } from '../chunks/tailBytes.ts';
import type { EvaluationPart } from '../evaluate/parts.ts';
import { withoutSums } from '../months/stored.ts';
import { type Evaluated, evaluateAll } from './answer.ts';
import type { Run, Share, WebsiteQuestions } from './closedDays.ts';
import { createDayCache } from './dayCache.ts';
import {
  type DayFacts,
  dayKey,
  hitsOf,
  type MonthVersion,
  readFacts,
  readMonthVersions,
  readPending,
  sameVersion,
} from './facts.ts';
import { readTails } from './loadDays.ts';
import { type DayRange, rangeOf } from './ranges.ts';
import { release } from './release.ts';
import { columnsOf, limitDay, readDayRows } from './rows.ts';
import { type EvaluatedShare, evaluateShare } from './share.ts';
import { findChunks } from './storedChunks.ts';
import { type BuiltSums, type MonthToSum, sumMonth } from './sumMonth.ts';

/** The share of the hits of a day that its open chunk has at least when it is left as it is. */
const STORED_SHARE = 0.8;

/** A chunk, and the version of the day that it has. */
export interface BuiltChunk extends DayFacts {
  data: Uint8Array;
  extras: Uint8Array;
  /** What is needed to add hits; null if the day is over. */
  tail: Uint8Array | null;
}

/** The days whose stored chunks are damaged, and the months whose stored sums are. */
export interface Damaged {
  days: DayFacts[];
  months: MonthVersion[];
}

/** The sums of a share, as bytes that only this version can read. */
export interface ShareBytes extends Omit<EvaluatedShare, 'parts'> {
  bytes: Uint8Array;
}

/** Sums of shares which together are all days that are over. */
export interface SharedBytes {
  asked: readonly WebsiteQuestions[];
  /** They are empty afterwards. */
  shares: readonly Uint8Array[];
  version: string;
}

/** How an answer follows from shares of the days. */
export interface Dividing {
  /** The sums of days that are over, once they were divided. */
  shared?: SharedBytes | null;
  /** As for `evaluateAll`. */
  minDivided?: number | null;
}

/**
 * Reads and evaluates days, on a connection of its own. It runs in a worker thread, or in tests in this one.
 */
export interface AnalysisService {
  /** Answers questions. @throws as `evaluateAll`. */
  answer(asked: readonly WebsiteQuestions[], run: Run & Dividing): Promise<Evaluated>;
  /** Evaluates a share of the days that are over. @throws as `evaluateAll`. */
  share(asked: readonly WebsiteQuestions[], run: Run & { share: Share }): Promise<ShareBytes>;
  /**
   * Returns the days of ranges that have enough hits for a chunk and no valid one, the newest of a website
   * first. Days that an earlier version recorded are left out until they are counted again.
   */
  unsealed(ranges: readonly DayRange[]): Promise<DayFacts[]>;
  /**
   * Returns the days of ranges with at least `minimum` hits, of which a share is not in the day's chunk. Days
   * that an earlier version recorded are left out until they are counted again.
   */
  growing(ranges: readonly DayRange[], minimum: number): Promise<DayFacts[]>;
  /** Builds the chunks of days, except those that have changed since their version was read. */
  build(days: readonly DayToBuild[]): Promise<BuiltChunk[]>;
  /** Builds chunks of days that are not over, with the hits that they have now. */
  buildOpen(days: readonly DayFacts[]): Promise<BuiltChunk[]>;
  /** Returns what questions found damaged since the last call. */
  damaged(): Damaged;
  /**
   * Returns the months in ranges of whole months whose sums are not stored, or are not valid. Months with a
   * day that an earlier version recorded are left out until it is counted again.
   */
  unsummed(ranges: readonly DayRange[]): Promise<MonthVersion[]>;
  /** Adds up months from their days, except those that have changed since their version was read. */
  sum(months: readonly MonthToSum[]): Promise<BuiltSums[]>;
  close(): Promise<void>;
}

/**
 * A day whose chunk is built, with another limit of distinct values than that of the service if it has one.
 */
export interface DayToBuild extends DayFacts {
  maxValues?: number;
}

/** How days are read. */
export interface AnalysisOptions extends SnapshotOptions {
  /** How many distinct values of a dimension a day keeps; 0, the default, for no limit. */
  maxValues?: number | undefined;
}

const bytesOf = (columns: OpenColumns) => ({
  data: encodeDay(columns),
  extras: encodeExtras(columns, columns.extras),
});

/** Opens the service on a database. */
export async function openAnalysisService(
  url: string,
  { maxValues = 0, ...options }: AnalysisOptions = {},
): Promise<AnalysisService> {
  const connection = await openSnapshots(url, options);
  const cache = createDayCache(maxValues);
  const read: SnapshotConnection['read'] = (work) => connection.read(work);
  return {
    async answer(asked, { shared: bytes = null, ...run }) {
      const sums = bytes?.shares.map((share): EvaluationPart[][] => deserialize(share)) ?? [];
      const shared = bytes && { ...bytes, shares: sums };
      try {
        return await read((snapshot) => evaluateAll(snapshot, cache, asked, { ...run, shared }));
      } finally {
        // The deserialized numbers are in the same memory.
        for (const share of bytes?.shares ?? []) release(share);
      }
    },
    share: (asked, run) =>
      read(async (snapshot) => {
        const { parts, ...share } = await evaluateShare(snapshot, cache, asked, run);
        return { ...share, bytes: serialize(parts) };
      }),
    unsealed: (ranges) =>
      read(async (snapshot) => {
        const pending = new Set((await readPending(snapshot, ranges)).map(dayKey));
        const days = (await readFacts(snapshot, ranges)).filter(
          (day) => hitsOf(day) >= MIN_HITS && !pending.has(dayKey(day)),
        );
        const chunks = await findChunks(snapshot, days);
        return days
          .filter((day) => {
            const chunk = chunks.get(day);
            return chunk?.isOpen !== false || !chunk.hasExtras;
          })
          .reverse();
      }),
    growing: (ranges, minimum) =>
      read(async (snapshot) => {
        const days = (await readFacts(snapshot, ranges)).filter((day) => hitsOf(day) >= minimum);
        const pending = new Set((await readPending(snapshot, days.map(rangeOf))).map(dayKey));
        const chunks = await findChunks(snapshot, days);
        return days.filter(
          (day) => !pending.has(dayKey(day)) && hitsOf(day) * STORED_SHARE >= (chunks.get(day)?.hits ?? 0),
        );
      }),
    build: (days) =>
      read(async (snapshot) => {
        const wanted = new Map(days.map((day) => [dayKey(day), day]));
        const facts = (await readFacts(snapshot, days.map(rangeOf))).filter((day) => {
          const asked = wanted.get(dayKey(day));
          return asked !== undefined && sameVersion(asked, day);
        });
        const found = await readDayRows(snapshot, facts, 0);
        return found.map((rows, index): BuiltChunk => {
          const { websiteId, day, pageviews, events, revision } = facts[index] as DayFacts;
          const { maxValues = cache.maxValues } = wanted.get(dayKey({ websiteId, day })) ?? {};
          const columns = columnsOf(limitDay(rows, maxValues));
          return { websiteId, day, pageviews, events, revision, ...bytesOf(columns), tail: null };
        });
      }),
    buildOpen: (days) =>
      read(async (snapshot) => {
        const facts = await readFacts(snapshot, days.map(rangeOf));
        const tails = await readTails(snapshot, cache, facts);
        return facts.flatMap((day): BuiltChunk[] => {
          const tail = tails.get(day);
          return tail ? [{ ...day, ...bytesOf(tail.columns), tail: encodeTail(tail) }] : [];
        });
      }),
    damaged: () => ({ days: cache.takeDamaged(), months: cache.months.takeDamaged() }),
    unsummed: (ranges) =>
      read(async (snapshot) => {
        const pending = new Set(
          (await readPending(snapshot, ranges)).map(({ websiteId, day }) => `${websiteId} ${monthOf(day)}`),
        );
        const months = (await readMonthVersions(snapshot, ranges)).filter(
          ({ websiteId, month, version }) => version > 0 && !pending.has(`${websiteId} ${month}`),
        );
        return withoutSums(snapshot, months);
      }),
    sum: (months) =>
      read(async (snapshot) => {
        const built: BuiltSums[] = [];
        for (const month of months) built.push(...(await sumMonth(snapshot, cache, month)));
        return built;
      }),
    close: () => connection.close(),
  };
}

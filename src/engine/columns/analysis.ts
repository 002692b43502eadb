import type { Requester } from '../../db/readQueue.ts';
import type { Reply } from './read/answer.ts';
import type { WebsiteQuestions } from './read/closedDays.ts';
import type { DayFacts, MonthVersion } from './read/facts.ts';
import type { DayRange } from './read/ranges.ts';
import {
  type AnalysisOptions,
  type AnalysisService,
  type BuiltChunk,
  type Damaged,
  type DayToBuild,
  openAnalysisService,
} from './read/service.ts';
import type { BuiltSums, MonthToSum } from './read/sumMonth.ts';

/** Answers questions about websites. */
export interface Analysis {
  /**
   * Returns the answers, by website and question.
   * @param requester the viewer for whom it answers; by default the server itself.
   * @throws as `evaluateAll` (read/answer.ts) and `ReadQueue.read`.
   */
  answer(asked: readonly WebsiteQuestions[], requester?: Requester): Promise<Reply[][]>;
  /** As `AnalysisService.unsealed`. */
  unsealed(ranges: readonly DayRange[]): Promise<DayFacts[]>;
  /** As `AnalysisService.growing`. */
  growing(ranges: readonly DayRange[], minimum: number): Promise<DayFacts[]>;
  /** As `AnalysisService.build`. */
  build(days: readonly DayToBuild[]): Promise<BuiltChunk[]>;
  /** Builds chunks of days that are not over, with the hits that they have now. */
  buildOpen(days: readonly DayFacts[]): Promise<BuiltChunk[]>;
  /** As `AnalysisService.unsummed`. */
  unsummed(ranges: readonly DayRange[]): Promise<MonthVersion[]>;
  /** Adds up months from their days, except those that have changed since their version was read. */
  sum(months: readonly MonthToSum[]): Promise<BuiltSums[]>;
  /** Returns what questions found damaged since the last call. */
  damaged(): Promise<Damaged>;
  close(): Promise<void>;
}

export interface LocalAnalysisOptions extends AnalysisOptions {
  /** The clock, in Unix milliseconds; `Date.now` by default. */
  now?: (() => number) | undefined;
}

/** Answers questions in this thread: for commands, and for tests, which have no built threads. */
export function createLocalAnalysis(url: string, options: LocalAnalysisOptions = {}): Analysis {
  const { now = Date.now, ...ofConnection } = options;
  let service: Promise<AnalysisService> | null = null;
  const open = () => {
    service ??= openAnalysisService(url, ofConnection);
    return service;
  };
  return {
    async answer(asked, requester) {
      const running = () => void requester?.signal?.throwIfAborted();
      const { replies } = await (await open()).answer(asked, { now: now(), running });
      return replies as Reply[][];
    },
    unsealed: async (ranges) => (await open()).unsealed(ranges),
    growing: async (ranges, minimum) => (await open()).growing(ranges, minimum),
    build: async (days) => (await open()).build(days),
    buildOpen: async (days) => (await open()).buildOpen(days),
    unsummed: async (ranges) => (await open()).unsummed(ranges),
    sum: async (months) => (await open()).sum(months),
    damaged: async () => (await service)?.damaged() ?? { days: [], months: [] },
    async close() {
      await (await service)?.close();
    },
  };
}

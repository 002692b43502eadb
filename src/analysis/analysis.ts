import type { Asker } from '../db/readQueue.ts';
import type { SnapshotOptions } from '../db/snapshot.ts';
import type { Answer } from './query/types.ts';
import type { Asked } from './read/answer.ts';
import {
  type AnalysisService,
  type BuiltChunk,
  openAnalysisService,
  type SealedKey,
} from './read/service.ts';

/** Answers questions that the rollup cannot answer. */
export interface Analysis {
  /**
   * Returns the answers, by website and question.
   * @param asker the viewer for whom it answers; by default the server itself.
   * @throws as `evaluateAll` (read/answer.ts) and `ReadQueue.read`.
   */
  answer(asked: readonly Asked[], asker?: Asker): Promise<Answer[][]>;
  /** Builds the chunks of days, except those that have changed since their version was read. */
  build(days: readonly SealedKey[]): Promise<BuiltChunk[]>;
  /** Returns the days whose stored chunks questions found damaged since the last call. */
  damaged(): Promise<SealedKey[]>;
  close(): Promise<void>;
}

/** Answers questions in this thread: for commands, and for tests, which have no built threads. */
export function createLocalAnalysis(url: string, options: SnapshotOptions = {}): Analysis {
  let service: Promise<AnalysisService> | null = null;
  const open = () => {
    service ??= openAnalysisService(url, options);
    return service;
  };
  return {
    answer: async (asked, asker) =>
      (await open()).answer(asked, () => {
        asker?.signal?.throwIfAborted();
      }),
    build: async (days) => (await open()).build(days),
    damaged: async () => (await service)?.damaged() ?? [],
    async close() {
      await (await service)?.close();
    },
  };
}

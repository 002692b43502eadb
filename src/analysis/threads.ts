import path from 'node:path';
import type { Asker } from '../db/readQueue.ts';
import { createReadQueue } from '../db/readQueue.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { root } from '../root.ts';
import { type KeptThread, keepThread } from '../threads/keep.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './query/types.ts';
import type { Asked } from './read/answer.ts';
import type { BuiltChunk, SealedKey } from './read/service.ts';

/** Several times the memory that a thread was measured to need outside of its columns, which are no heap. */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 384 };

const PROGRAM = path.join(root, 'dist/analysisThread.js');
/** How long running questions may continue when the threads are closed, in ms. */
const GRACE_MS = 1_000;

export interface ThreadData {
  databaseUrl: string;
  statementMs: number;
  /** Shared with the thread: the number of the cancelled question. */
  cancelled: Int32Array;
}

export type ThreadQuestion =
  | { kind: 'answer'; number: number; asked: readonly Asked[] }
  | { kind: 'build'; days: readonly SealedKey[] }
  | { kind: 'damaged' };

export type ThreadAnswer =
  | { kind: 'answers'; answers: Answer[][] }
  | { kind: 'refused'; error: Pick<AppError, 'kind' | 'message' | 'details'> }
  | { kind: 'built'; chunks: BuiltChunk[] }
  | { kind: 'damaged'; days: SealedKey[] };

export interface AnalysisThreadOptions {
  databaseUrl: string;
  /** Timeout of an operation's questions in ms. */
  statementMs: number;
  log: Log;
}

type Thread = KeptThread<ThreadQuestion, ThreadAnswer>;

/** A thread, which is started with its first question, and the questions that wait for it. */
function createPlace({ databaseUrl, statementMs, log }: AnalysisThreadOptions) {
  const cancelled = new Int32Array(new SharedArrayBuffer(4));
  let thread: Promise<Thread> | null = null;
  let number = 0;

  async function ask(question: ThreadQuestion): Promise<ThreadAnswer> {
    const data: ThreadData = { databaseUrl, statementMs, cancelled };
    thread ??= keepThread({ program: PROGRAM, data, limits: LIMITS, does: 'analyses', log });
    const started = await thread.catch((error: unknown) => {
      // The next question tries to start the thread again.
      thread = null;
      throw error;
    });
    return started.ask(question);
  }

  async function execute(asked: readonly Asked[], signal: AbortSignal): Promise<Answer[][]> {
    number += 1;
    const own = number;
    signal.addEventListener('abort', () => void Atomics.store(cancelled, 0, own));
    const answer = await ask({ kind: 'answer', number, asked });
    if (answer.kind === 'answers') return answer.answers;
    if (answer.kind !== 'refused') throw new Error(`A question was answered with "${answer.kind}".`);
    const { kind, message, details } = answer.error;
    throw new AppError(kind, message, details);
  }

  const queue = createReadQueue<readonly Asked[], Answer[]>({
    ...{ slots: 1, perViewer: 1, statementMs },
    execute: (asked, _slot, signal) => execute(asked, signal),
    partsOf: (asked) => [JSON.stringify(asked)],
  });
  return {
    answer: queue.read,
    async build(days: readonly SealedKey[]): Promise<BuiltChunk[]> {
      const answer = await ask({ kind: 'build', days });
      return answer.kind === 'built' ? answer.chunks : [];
    },
    async damaged(): Promise<SealedKey[]> {
      // A thread that has not been started has read nothing.
      if (!thread) return [];
      const answer = await ask({ kind: 'damaged' });
      return answer.kind === 'damaged' ? answer.days : [];
    },
    async close() {
      await queue.close(GRACE_MS);
      await (await thread?.catch(() => null))?.close();
    },
  };
}

/**
 * Answers questions in worker threads. The questions about a website always go to the same thread, which has
 * its days in its cache; those about several websites are divided among the threads.
 * @param count the number of threads.
 */
export function createAnalysisThreads(options: AnalysisThreadOptions, count: number): Analysis {
  const places = Array.from({ length: count }, () => createPlace(options));
  const placeOf = (websiteId: number) => places[websiteId % count] as (typeof places)[number];
  return {
    async answer(asked: readonly Asked[], asker?: Asker) {
      const answers = new Map<Asked, Answer[]>();
      await Promise.all(
        places.map(async (place) => {
          const own = asked.filter(({ websiteId }) => placeOf(websiteId) === place);
          if (own.length === 0) return;
          for (const [index, found] of (await place.answer(own, asker)).entries())
            answers.set(own[index] as Asked, found);
        }),
      );
      return asked.map((one) => answers.get(one) ?? []);
    },
    async build(days) {
      const built = await Promise.all(
        places.map((place) => {
          const own = days.filter(({ websiteId }) => placeOf(websiteId) === place);
          return own.length === 0 ? [] : place.build(own);
        }),
      );
      return built.flat();
    },
    async damaged() {
      return (await Promise.all(places.map((place) => place.damaged()))).flat();
    },
    async close() {
      await Promise.all(places.map((place) => place.close()));
    },
  };
}

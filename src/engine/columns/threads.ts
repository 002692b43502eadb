import path from 'node:path';
import { createReadQueue } from '../../db/readQueue.ts';
import { AppError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { root } from '../../root.ts';
import { lazyThread } from '../../threads/lazy.ts';
import type { Answer } from '../question/types.ts';
import type { Analysis } from './analysis.ts';
import { movedBy, type ThreadAnswer, type ThreadData, type ThreadQuestion } from './messages.ts';
import type { WebsiteQuestions } from './read/answer.ts';
import type { DayFacts } from './read/facts.ts';
import type { BuiltChunk, EvaluatedShare } from './read/service.ts';

/**
 * The heap of a thread, which does not include the columns: several times what a thread was measured to need.
 * A larger young generation takes memory and makes nothing faster.
 */
const LIMITS = { maxYoungGenerationSizeMb: 6, maxOldGenerationSizeMb: 384 };

const PROGRAM = path.join(root, 'dist/analysisThread.js');
/** How long running questions may continue when the threads are closed, in ms. */
const GRACE_MS = 1_000;

/** Operations that are evaluated at the same time, and those of one viewer. */
const SLOTS = 2;
const PER_VIEWER = 1;

export interface AnalysisThreadOptions {
  databaseUrl: string;
  /** Timeout of an operation's questions in ms. */
  statementMs: number;
  log: Log;
  /** The clock, in Unix milliseconds. */
  now: () => number;
}

/** A thread whose refusals are errors. */
function createPlace(
  { databaseUrl, statementMs, log }: Omit<AnalysisThreadOptions, 'now'>,
  cancelled: Int32Array,
) {
  const data: ThreadData = { databaseUrl, statementMs, cancelled };
  const thread = lazyThread<ThreadQuestion, ThreadAnswer>({
    program: PROGRAM,
    data,
    limits: LIMITS,
    does: 'analyses',
    log,
  });
  return {
    isStarted: thread.isStarted,
    /** @throws AppError that the thread refused with; the errors of `LazyThread.ask`. */
    async ask<Kind extends ThreadAnswer['kind']>(question: ThreadQuestion, kind: Kind) {
      const answer = await thread.ask(question, movedBy(question));
      if (answer.kind === 'refused')
        throw new AppError(answer.error.kind, answer.error.message, answer.error.details);
      if (answer.kind !== kind) throw new Error(`A question "${question.kind}" got "${answer.kind}".`);
      return answer as Extract<ThreadAnswer, { kind: Kind }>;
    },
    close: thread.close,
  };
}

/** How often shares are evaluated until they divide the days alike. */
const ATTEMPTS = 3;

/**
 * Evaluates shares until all divide the days alike. Each reads its own version of the database: a day that
 * leaves the small days of its month between them could be in two shares, or in none.
 * @returns their bytes; null if they differed each time.
 */
export async function evaluateAlike(
  evaluate: () => Promise<readonly EvaluatedShare[]>,
): Promise<Uint8Array[] | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const shares = await evaluate();
    if (shares.every(({ division }) => division === shares[0]?.division))
      return shares.map(({ bytes }) => bytes);
  }
  return null;
}

/**
 * Answers questions in worker threads. Each has a share of the days of all websites, which it keeps in its
 * cache; one of them merges their sums.
 * @param count the number of threads.
 */
export function createAnalysisThreads(options: AnalysisThreadOptions, count: number): Analysis {
  const cancelled = new Int32Array(new SharedArrayBuffer(4 * SLOTS));
  const places = Array.from({ length: count }, () => createPlace(options, cancelled));
  const [first] = places as [(typeof places)[number]];
  let number = 0;

  async function execute(
    asked: readonly WebsiteQuestions[],
    slot: number,
    signal: AbortSignal,
  ): Promise<Answer[][]> {
    number += 1;
    const operation = { asked, now: options.now(), number, slot };
    signal.addEventListener('abort', () => void Atomics.store(cancelled, slot, operation.number));
    if (count === 1) return (await first.ask({ kind: 'answer', ...operation }, 'answers')).answers;
    const shares = await evaluateAlike(() => {
      signal.throwIfAborted();
      return Promise.all(
        places.map((place, index) =>
          place.ask({ kind: 'share', share: { index, of: count }, ...operation }, 'share'),
        ),
      );
    });
    signal.throwIfAborted();
    if (!shares) return (await first.ask({ kind: 'answer', ...operation }, 'answers')).answers;
    return (await first.ask({ kind: 'merge', asked, shares }, 'answers')).answers;
  }

  async function build(days: readonly DayFacts[], open: boolean): Promise<BuiltChunk[]> {
    const built = await Promise.all(
      places.map(async (place, index) => {
        const own = days.filter(({ day }) => day % count === index);
        return own.length === 0 ? [] : (await place.ask({ kind: 'build', open, days: own }, 'built')).chunks;
      }),
    );
    return built.flat();
  }

  const queue = createReadQueue<readonly WebsiteQuestions[], Answer[]>({
    slots: SLOTS,
    perViewer: PER_VIEWER,
    statementMs: options.statementMs,
    execute,
    partsOf: (asked) => [JSON.stringify(asked)],
  });
  return {
    answer: queue.read,
    unsealed: async (ranges) => (await first.ask({ kind: 'unsealed', ranges }, 'unsealed')).days,
    growing: async (ranges, minimum) =>
      (await first.ask({ kind: 'growing', ranges, minimum }, 'growing')).days,
    build: (days) => build(days, false),
    buildOpen: (days) => build(days, true),
    async damaged() {
      // A thread that has not been started has read nothing.
      const started = places.filter((place) => place.isStarted());
      const found = await Promise.all(
        started.map(async (place) => (await place.ask({ kind: 'damaged' }, 'damaged')).damaged),
      );
      return {
        days: found.flatMap(({ days }) => days),
        months: found.flatMap(({ months }) => months),
      };
    },
    unsummed: async (ranges) => (await first.ask({ kind: 'unsummed', ranges }, 'unsummed')).months,
    sum: async (months) => (await first.ask({ kind: 'sum', months }, 'summed')).sums,
    async close() {
      await queue.close(GRACE_MS);
      await Promise.all(places.map((place) => place.close()));
    },
  };
}

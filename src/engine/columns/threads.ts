import path from 'node:path';
import { createReadQueue } from '../../db/readQueue.ts';
import { AppError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { root } from '../../root.ts';
import { lazyThread } from '../../threads/lazy.ts';
import type { Analysis } from './analysis.ts';
import { movedBy, type ThreadAnswer, type ThreadData, type ThreadQuestion } from './messages.ts';
import type { Reply } from './read/answer.ts';
import type { WebsiteQuestions } from './read/closedDays.ts';
import type { BuiltChunk, DayToBuild, ShareBytes, SharedBytes } from './read/service.ts';

/**
 * The heap of a thread, which does not include the columns: several times what a thread was measured to need.
 * In a young generation of 6 MB, the answers about a hundred websites became old before they were sent, and
 * took a third more time.
 */
const LIMITS = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 384 };

const PROGRAM = path.join(root, 'dist/analysisThread.js');
/** How long running questions may continue when the threads are closed, in ms. */
const GRACE_MS = 1_000;

/** Operations that are evaluated at the same time, and those of one viewer. */
const SLOTS = 2;
const PER_VIEWER = 1;

/**
 * The fewest hits that are divided into shares. Fewer take less time than the sums of shares, which contain
 * all values as texts.
 */
const MIN_DIVIDED = 400_000;

export interface AnalysisThreadOptions {
  databaseUrl: string;
  /** Timeout of an operation's questions in ms. */
  statementMs: number;
  /** How many distinct values of a dimension a day keeps; 0 for no limit. */
  maxValues: number;
  log: Log;
  /** The clock, in Unix milliseconds. */
  now: () => number;
  /** The fewest hits that are divided, for tests. */
  minDivided?: number;
}

/** A thread whose refusals are errors. */
function createPlace(
  { databaseUrl, statementMs, maxValues, log }: Omit<AnalysisThreadOptions, 'now'>,
  cancelled: Int32Array,
) {
  const data: ThreadData = { databaseUrl, statementMs, maxValues, cancelled };
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

/**
 * Returns the sums of shares; null if they don't belong together, because each reads its own version of the
 * database.
 */
export function sharedOf(
  asked: readonly WebsiteQuestions[],
  shares: readonly ShareBytes[],
): SharedBytes | null {
  const [first] = shares;
  const belongs = ({ version, months }: ShareBytes) => version === first?.version && months === first.months;
  if (!first || !shares.every(belongs)) return null;
  return { asked, shares: shares.map(({ bytes }) => bytes), version: first.version };
}

/**
 * Answers questions in worker threads. Each website belongs to one of them, which keeps the sums of its days
 * that are over by question. If these days have many hits, each thread adds up a share of them first, whose
 * columns it keeps.
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
  ): Promise<Reply[][]> {
    number += 1;
    const operation = { now: options.now(), number, slot };
    signal.addEventListener('abort', () => void Atomics.store(cancelled, slot, operation.number));
    const owner = places[(asked[0]?.websiteId ?? 0) % count] as (typeof places)[number];
    const ask = (shared: SharedBytes | null, minDivided: number | null) =>
      owner.ask({ kind: 'answer', asked, shared, minDivided, ...operation }, 'answers');
    const { replies, divide } = await ask(null, count > 1 ? (options.minDivided ?? MIN_DIVIDED) : null);
    if (replies) return replies;
    signal.throwIfAborted();
    const shares = await Promise.all(
      places.map((place, index) =>
        place.ask({ kind: 'share', asked: divide, share: { index, of: count }, ...operation }, 'share'),
      ),
    );
    signal.throwIfAborted();
    return (await ask(sharedOf(divide, shares), null)).replies as Reply[][];
  }

  async function build(days: readonly DayToBuild[], open: boolean): Promise<BuiltChunk[]> {
    const built = await Promise.all(
      places.map(async (place, index) => {
        const own = days.filter(({ day }) => day % count === index);
        return own.length === 0 ? [] : (await place.ask({ kind: 'build', open, days: own }, 'built')).chunks;
      }),
    );
    return built.flat();
  }

  const queue = createReadQueue<readonly WebsiteQuestions[], Reply[]>({
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

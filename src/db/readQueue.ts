import { AppError } from '../errors.ts';

/** The viewer for whom something is read. */
export interface Requester {
  /**
   * One name for all requests of a viewer, such as `key 12` or a {@link strangerName}. The queue serves
   * viewers in turn.
   */
  viewer: string;
  /** Aborted when the result is no longer needed. The read then fails with its reason, an AppError. */
  signal: AbortSignal | null;
}

const STRANGER = 'address ';

/** Returns the name of viewers without a session or an API key, by their network. */
export const strangerName = (network: string): string => STRANGER + network;

/** Whether a name is that of viewers without a session or an API key. There can be any number of them. */
export const isStranger = (viewer: string): boolean => viewer.startsWith(STRANGER);

/** The server itself. */
const SYSTEM: Requester = { viewer: 'system', signal: null };

export interface ReadQueueOptions<Work, Row> {
  /** Maximum number of statements that run at once. */
  slots: number;
  /**
   * Maximum number of them for one viewer. It is less than `slots`, so that others never wait for that viewer
   * alone.
   */
  perViewer: number;
  /**
   * Maximum number of them for all strangers together; by default one less than `slots`. Others are served
   * first, and never wait for strangers alone.
   */
  strangers?: number;
  /** Timeout of a statement in ms; 0 for none. */
  statementMs: number;
  /**
   * Runs a statement in a slot, numbered from 0. The slot is taken until the promise settles, which should be
   * soon after `signal` is aborted.
   */
  execute(statement: Work, slot: number, signal: AbortSignal): Promise<Row[]>;
  /** Returns the parts of a statement. Statements with equal parts have the same result. */
  partsOf(statement: Work): readonly unknown[];
}

/** A queue of statements, or of other reads, that wait for a slot. */
export interface ReadQueue<Work, Row> {
  /**
   * Returns the rows of a SELECT. If the same statement is already waiting, it runs once for all callers.
   * @throws AppError `timeout` past `statementMs`; `too_many_requests` if too many statements of the viewer
   *   wait; `unavailable` if too many wait in total, or the queue is closed; the reason of the requester's
   *   signal; what `execute` throws.
   */
  read(statement: Work, requester?: Requester): Promise<Row[]>;
  /** Starts no statement until `resume` is called. */
  pause(): void;
  resume(): void;
  /** Waits for the running statements. */
  idle(): Promise<void>;
  /** Rejects waiting and new reads; cancels running statements after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Maximum number of waiting statements: of one viewer, of all strangers, and in total. */
const MAX_PER_VIEWER = 100;
const MOST_OF_STRANGERS = 500;
const MOST = 1_000;

interface Waiter<Row> {
  viewer: string;
  resolve(rows: Row[]): void;
  reject(error: unknown): void;
}

interface Job<Work, Row> {
  statement: Work;
  /** The parts of the statement. Kept, because `Sql` builds its text anew on each access. */
  parts: readonly unknown[];
  waiters: Set<Waiter<Row>>;
  controller: AbortController;
}

export const tooSlow = (ms: number) =>
  new AppError(
    'timeout',
    `The read took longer than ${ms / 1000} s and was cancelled. ` +
      'Request a shorter period, fewer statistics or fewer searches at once.',
  );

const stopping = () => new AppError('unavailable', 'The server is stopping.', { retryAfter: 5 });

/**
 * Creates a queue that serves viewers in turn, however many statements of each are waiting, and strangers
 * after all others.
 */
export function createReadQueue<Work, Row>({
  slots,
  perViewer,
  strangers = Math.max(1, slots - 1),
  statementMs,
  execute,
  partsOf,
}: ReadQueueOptions<Work, Row>): ReadQueue<Work, Row> {
  type QueuedJob = Job<Work, Row>;
  const free = Array.from({ length: slots }, (_, slot) => slot);
  /**
   * Waiting jobs by viewer; the viewer who is next comes first. A job is listed under every viewer who waits
   * for it.
   */
  const waiting = new Map<string, Set<QueuedJob>>();
  const running = new Map<QueuedJob, Promise<void>>();
  const runningOf = new Map<string, number>();
  let strangersRunning = 0;
  let paused = false;
  let closed = false;

  function next(): { viewer: string; job: QueuedJob } | null {
    let stranger: { viewer: string; job: QueuedJob } | null = null;
    for (const [viewer, jobs] of waiting) {
      const [job] = jobs;
      if (!job || (runningOf.get(viewer) ?? 0) >= perViewer) continue;
      if (!isStranger(viewer)) return { viewer, job };
      stranger ??= { viewer, job };
    }
    return strangersRunning < strangers ? stranger : null;
  }

  /** Removes a job from the lists of all viewers who wait for it. */
  function unlist(job: QueuedJob): void {
    for (const { viewer } of job.waiters) unlistFor(viewer, job);
  }

  function unlistFor(viewer: string, job: QueuedJob): void {
    const jobs = waiting.get(viewer);
    jobs?.delete(job);
    if (jobs?.size === 0) waiting.delete(viewer);
  }

  function start(): void {
    while (!paused && free.length > 0) {
      const turn = next();
      if (!turn) return;
      const { viewer, job } = turn;
      unlist(job);
      const others = waiting.get(viewer);
      if (others) {
        waiting.delete(viewer);
        waiting.set(viewer, others);
      }
      const slot = Math.min(...free);
      free.splice(free.indexOf(slot), 1);
      running.set(job, run(job, slot, viewer));
    }
  }

  async function run(job: QueuedJob, slot: number, viewer: string): Promise<void> {
    runningOf.set(viewer, (runningOf.get(viewer) ?? 0) + 1);
    if (isStranger(viewer)) strangersRunning += 1;
    const timer =
      statementMs > 0 ? setTimeout(() => cancel(job, tooSlow(statementMs)), statementMs) : undefined;
    try {
      const rows = await execute(job.statement, slot, job.controller.signal);
      for (const { resolve } of job.waiters) resolve(rows);
    } catch (error) {
      for (const { reject } of job.waiters) reject(error);
    } finally {
      clearTimeout(timer);
      running.delete(job);
      const left = (runningOf.get(viewer) ?? 1) - 1;
      if (left > 0) runningOf.set(viewer, left);
      else runningOf.delete(viewer);
      if (isStranger(viewer)) strangersRunning -= 1;
      free.push(slot);
      start();
    }
  }

  function cancel(job: QueuedJob, reason: AppError): void {
    for (const { reject } of job.waiters) reject(reason);
    job.controller.abort(reason);
  }

  function countOfStrangers(): number {
    let count = 0;
    for (const [viewer, jobs] of waiting) if (isStranger(viewer)) count += jobs.size;
    return count;
  }

  /**
   * Returns the job of a statement: a waiting one, or a new one.
   * @throws AppError if too many statements wait.
   */
  function jobFor(statement: Work, viewer: string): QueuedJob {
    const mine = waiting.get(viewer) ?? new Set<QueuedJob>();
    const all = new Set([...waiting.values()].flatMap((jobs) => [...jobs]));
    const parts = partsOf(statement);
    const same = [...all].find((job) => haveSame(job.parts, parts));
    if (!same && viewer !== SYSTEM.viewer) {
      if (mine.size >= MAX_PER_VIEWER)
        throw new AppError(
          'too_many_requests',
          `${MAX_PER_VIEWER} of your reads are already waiting. ` +
            'Wait for their responses before you send more.',
          { retryAfter: 1 },
        );
      if (all.size >= MOST || (isStranger(viewer) && countOfStrangers() >= MOST_OF_STRANGERS))
        throw new AppError('unavailable', 'Too many reads are waiting. Try again later.', { retryAfter: 5 });
    }
    const job = same ?? { statement, parts, waiters: new Set(), controller: new AbortController() };
    mine.add(job);
    waiting.set(viewer, mine);
    return job;
  }

  return {
    async read(statement, { viewer, signal } = SYSTEM) {
      if (closed) throw stopping();
      signal?.throwIfAborted();
      const job = jobFor(statement, viewer);
      let leave: () => void = () => undefined;
      const rows = new Promise<Row[]>((resolve, reject) => {
        const waiter = { viewer, resolve, reject };
        job.waiters.add(waiter);
        leave = () => {
          job.waiters.delete(waiter);
          reject(signal?.reason);
          if (![...job.waiters].some((other) => other.viewer === viewer)) unlistFor(viewer, job);
          // A job that others wait for continues.
          if (job.waiters.size === 0) job.controller.abort(signal?.reason);
        };
      });
      signal?.addEventListener('abort', leave);
      start();
      return rows.finally(() => signal?.removeEventListener('abort', leave));
    },
    pause() {
      paused = true;
    },
    resume() {
      paused = false;
      start();
    },
    async idle() {
      await Promise.all(running.values());
    },
    async close(graceMs) {
      closed = true;
      for (const job of new Set([...waiting.values()].flatMap((jobs) => [...jobs]))) cancel(job, stopping());
      waiting.clear();
      const timer = setTimeout(() => {
        for (const job of running.keys()) cancel(job, stopping());
      }, graceMs);
      await Promise.all(running.values());
      clearTimeout(timer);
    },
  };
}

function haveSame(some: readonly unknown[], others: readonly unknown[]): boolean {
  return some.length === others.length && some.every((value, index) => value === others[index]);
}

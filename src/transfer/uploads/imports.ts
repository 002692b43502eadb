import type { Database } from '../../db/database.ts';
import type { Log } from '../../log.ts';
import { ThreadEnded } from '../../threads/keep.ts';
import type { ImportFolder } from './folder.ts';
import {
  askToStop,
  type ImportJob,
  type ImportProgress,
  progressOf,
  resetState,
  type SharedState,
} from './jobs.ts';
import { type Recovery, recoverImports } from './recover.ts';
import { createUploadSlots, type UploadSlots } from './slots.ts';

/** What runs jobs of imports, in a worker thread or in this one. */
export interface ImportRunner {
  state: SharedState;
  /** Runs a job. Imports are read and stored one after the other; removals run beside them. */
  run(job: ImportJob): Promise<void>;
  close(): Promise<void>;
}

/** The imports of a server. */
export interface Imports {
  folder: ImportFolder;
  /** The uploads that are being received. */
  slots: UploadSlots;
  /** Starts a job after those that wait. Its errors are logged. @returns when it has ended. */
  start(job: ImportJob): Promise<void>;
  /**
   * Stops reading or storing an import.
   * @param kinds of the jobs to stop; both by default.
   * @returns when its jobs have ended.
   */
  cancel(id: number, kinds?: readonly ('read' | 'run')[]): Promise<void>;
  /** Waits until no job is left. */
  idle(): Promise<void>;
  /** Whether this process works on an import, or will. */
  isBusy(id: number): boolean;
  /** Null if this process neither reads nor stores the import. */
  progress(id: number): ImportProgress | null;
  /** Starts interrupted imports again whose files are on this instance, and deletes files. Once a minute. */
  recover(): Promise<void>;
  /** Ends imports whose files no instance has. Once a minute, by the leader. */
  removeAbandoned(): Promise<void>;
  /** Interrupts the running import, so that it is started again later. */
  close(): Promise<void>;
}

export interface ImportsDeps {
  db: Database;
  log: Log;
  /** Unix milliseconds. */
  now: () => number;
  folder: ImportFolder;
  /** Starts a runner. It is closed when no job is left, so that an idle server needs no memory for it. */
  open: () => Promise<ImportRunner>;
}

/** How long an import may take to notice that the server stops, in ms. */
const STOP_MS = 5_000;

const UNEXPECTED = 'The import ended unexpectedly. The log of the server says why.';

interface Entry {
  job: ImportJob;
  isCancelled: boolean;
  ended: Promise<void>;
}

export function createImports({ db, log, now, folder, open }: ImportsDeps): Imports {
  const entries = new Set<Entry>();
  const chains = { imports: Promise.resolve(), removals: Promise.resolve() };
  let runner: Promise<ImportRunner> | null = null;
  let current: ImportRunner | null = null;
  let isClosing = false;

  const entriesOf = (id: number) => [...entries].filter(({ job }) => job.id === id);

  async function opened(): Promise<ImportRunner> {
    runner ??= open();
    try {
      current = await runner;
      return current;
    } catch (error) {
      runner = null;
      throw error;
    }
  }

  async function closeIfIdle(): Promise<void> {
    if (entries.size > 0 || runner === null) return;
    const idle = runner;
    [runner, current] = [null, null];
    await (await idle.catch(() => null))?.close();
  }

  async function work(entry: Entry): Promise<void> {
    const { job } = entry;
    if (entry.isCancelled || isClosing) return;
    try {
      const { run, state } = await opened();
      if (job.kind !== 'remove') resetState(state);
      if (!entry.isCancelled) await run(job);
    } catch (error) {
      if (entry.isCancelled || isClosing) return;
      if (error instanceof ThreadEnded && job.kind !== 'remove') {
        // Another attempt would probably end the same way.
        void start({ kind: 'remove', id: job.id, error: UNEXPECTED });
        return;
      }
      log.error({ err: error, import: job.id }, 'The work on an import failed; it is retried in a minute');
    }
  }

  function start(job: ImportJob): Promise<void> {
    if (isClosing) return Promise.resolve();
    const chain = job.kind === 'remove' ? 'removals' : 'imports';
    const entry: Entry = { job, isCancelled: false, ended: Promise.resolve() };
    entries.add(entry);
    entry.ended = chains[chain]
      .then(() => work(entry))
      .finally(() => entries.delete(entry))
      .then(closeIfIdle);
    chains[chain] = entry.ended;
    return entry.ended;
  }

  const recovery: Recovery = { db, now, folder, start, isBusy: (id) => entriesOf(id).length > 0 };
  const { recover, removeAbandoned } = recoverImports(recovery);

  return {
    folder,
    slots: createUploadSlots(),
    start,
    isBusy: recovery.isBusy,
    async cancel(id, kinds = ['read', 'run']) {
      const own = entriesOf(id).filter(({ job: { kind } }) => kind !== 'remove' && kinds.includes(kind));
      for (const entry of own) entry.isCancelled = true;
      if (current && own.length > 0) askToStop(current.state, id);
      await Promise.all(own.map(({ ended }) => ended));
    },
    async idle() {
      while (entries.size > 0) await Promise.all([...entries].map(({ ended }) => ended));
    },
    progress: (id) => current && progressOf(current.state, id),
    recover,
    removeAbandoned,
    async close() {
      isClosing = true;
      if (current) askToStop(current.state, 'all');
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STOP_MS);
      });
      await Promise.race([Promise.all([...entries].map(({ ended }) => ended)), late]);
      clearTimeout(timer);
    },
  };
}

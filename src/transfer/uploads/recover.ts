import type { Database } from '../../db/database.ts';
import type { Import, Website } from '../../generated/prisma/client.ts';
import { type ImportState, isActive, OPEN_STATES } from '../imports/states.ts';
import { type ImportFolder, keyOf } from './folder.ts';
import type { ImportJob } from './jobs.ts';

const HOUR_MS = 3_600_000;
/** How long a previewed import waits for its start. */
export const READY_MS = 24 * HOUR_MS;
/** How long an interrupted import waits for the instance that has its files. */
const ABANDONED_MS = HOUR_MS;
/** After this time, a folder without changes is no import of another database that works on it. */
const FOREIGN_MS = 48 * HOUR_MS;

export interface Recovery {
  db: Pick<Database, 'read' | 'write'>;
  now: () => number;
  folder: ImportFolder;
  start(job: ImportJob): Promise<void>;
  isBusy(id: number): boolean;
}

type Row = Import & { website: Website };

export const NOT_STARTED =
  'It was not started within 24 hours, so its files were deleted. Upload them again to import them.';
const ABANDONED =
  'It was interrupted, and its files are not on the server any more. Import them again: nothing of it was ' +
  'stored.';

/** Continues or ends imports that were interrupted. */
export function recoverImports({ db, now, folder, start, isBusy }: Recovery) {
  const ageOf = ({ activeAt }: Import) => now() - activeAt.getTime();

  /** Continues an import whose files are here. @returns whether its files are still needed. */
  async function proceed(row: Row): Promise<boolean> {
    const state = row.state as ImportState;
    if (isBusy(row.id)) return true;
    if (state === 'ready' && now() - row.createdAt.getTime() > READY_MS) {
      const data = { state: 'failed', error: NOT_STARTED, finishedAt: new Date(now()) };
      const { count } = await db.write((tx) => tx.import.updateMany({ where: { id: row.id, state }, data }));
      // It may be started at this moment.
      return count === 0;
    }
    if (state === 'reading' && !isActive(row, now())) void start({ kind: 'read', id: row.id });
    if (state === 'running' && !isActive(row, now())) void start({ kind: 'run', id: row.id });
    return (OPEN_STATES as readonly string[]).includes(state);
  }

  async function recover(): Promise<void> {
    const found = await folder.list();
    await folder.sweep(now() - FOREIGN_MS);
    if (found.length === 0) return;
    const rows = await db.read.import.findMany({
      where: { id: { in: found.map(({ id }) => id) } },
      include: { website: true },
    });
    const websites = await db.read.website.findMany({
      where: { trackingId: { in: found.map(({ trackingId }) => trackingId) } },
      select: { trackingId: true },
    });
    const own = new Set(websites.map(({ trackingId }) => trackingId));
    for (const one of found) {
      const row = rows.find(({ id, website }) => id === one.id && website.trackingId === one.trackingId);
      const isForeign = !row && !own.has(one.trackingId);
      const isNeeded = row ? await proceed(row) : isForeign && now() - one.changedAt < FOREIGN_MS;
      if (!isNeeded) await folder.remove(one);
    }
  }

  async function removeAbandoned(): Promise<void> {
    const rows = await db.read.import.findMany({
      where: { state: { in: [...OPEN_STATES] } },
      include: { website: true },
    });
    for (const row of rows) {
      const { id, state } = row;
      if (isBusy(id)) continue;
      if (state === 'undoing') {
        if (!isActive(row, now())) void start({ kind: 'remove', id, error: null });
        continue;
      }
      const waits = state === 'ready' ? READY_MS + ABANDONED_MS : ABANDONED_MS;
      if (ageOf(row) < waits || (await folder.has(keyOf(row)))) continue;
      void start({ kind: 'remove', id, error: state === 'ready' ? NOT_STARTED : ABANDONED });
    }
  }

  return { recover, removeAbandoned };
}

import { momentAt } from '../../calendar/clock.ts';
import { dayText } from '../../calendar/days.ts';
import { DatabaseFault } from '../../db/health/faults.ts';
import { AppError, invalid } from '../../errors.ts';
import type { Import, Website } from '../../generated/prisma/client.ts';
import { hashFiles } from '../imports/files.ts';
import { ImportInterrupted } from '../imports/interrupted.ts';
import { performImport, reasonOf } from '../imports/perform.ts';
import { fileNames } from '../imports/record.ts';
import { type ImportDeps, type Preview, previewImport } from '../imports/run.ts';
import { ACTIVE_MS, type ImportState, inactiveFrom, OPEN_STATES } from '../imports/states.ts';
import { failImport, finishUndo } from '../imports/undo.ts';
import { detectSource, findSource } from '../sources/index.ts';
import type { Source, SourceFile } from '../sources/records.ts';
import { type ImportFolder, keyOf } from './folder.ts';
import { type ImportJob, type SharedState, setProgress, stopOf } from './jobs.ts';

export interface ServiceDeps extends Omit<ImportDeps, 'folder' | 'onProgress'> {
  folder: ImportFolder;
  state: SharedState;
  log: { error(fields: object, message: string): void };
}

/** An import whose files are on this instance. */
interface Loaded {
  row: Import;
  website: Website;
  files: SourceFile[];
}

const stopped = () => invalid({ id: ['It was stopped before it was complete.'] });

/**
 * Runs the jobs of imports. An error of an import becomes a part of its row.
 * @returns a function that throws only what is no error of the import, such as DatabaseFault.
 */
export function createImportService(deps: ServiceDeps): (job: ImportJob) => Promise<void> {
  const { db, now, folder, state, log } = deps;

  async function load(id: number, expected: readonly string[]): Promise<Loaded | null> {
    const found = await db.read.import.findUnique({ where: { id }, include: { website: true } });
    if (!found || !expected.includes(found.state)) return null;
    const { website, ...row } = found;
    return { row, website, files: folder.filesOf(keyOf(found), fileNames(row)) };
  }

  /** Changes a row unless it has changed its state, or got another file, meanwhile. */
  const update = ({ id, files }: Import, from: string, data: object) =>
    db.write((tx) => tx.import.updateMany({ where: { id, files, state: from }, data }));

  const importDeps = ({ row, website }: Loaded): ImportDeps => ({
    ...deps,
    folder: folder.pathOf({ id: row.id, trackingId: website.trackingId }),
    onProgress(step, rows) {
      setProgress(state, row.id, { step, rows });
      const stop = stopOf(state, row.id);
      if (stop === 'interrupted') throw new ImportInterrupted();
      if (stop === 'cancelled') throw stopped();
    },
  });

  const sourceOf = async ({ row, files: [file] }: Loaded): Promise<Source> =>
    row.source === '' && file ? detectSource(file) : findSource(row.source);

  async function preview(loaded: Loaded): Promise<void> {
    const { row, website, files } = loaded;
    try {
      const source = await sourceOf(loaded);
      const found = await previewImport({ website, source, files, untilOwnHits: true }, importDeps(loaded));
      const data = { ...previewed(found, website), state: 'ready', source: source.name };
      await update(row, 'reading', { ...data, activeAt: new Date(now()) });
    } catch (error) {
      if (stopOf(state, row.id) !== null || error instanceof DatabaseFault) throw error;
      if (!(error instanceof AppError)) log.error({ err: error }, 'The files of an import cannot be read');
      const message = error instanceof AppError ? reasonOf(error) : 'The files cannot be read.';
      await update(row, 'reading', { state: 'failed', error: message, finishedAt: new Date(now()) });
    }
  }

  async function run(loaded: Loaded): Promise<void> {
    const { row, website, files } = loaded;
    const { untilOwnHits, startedBy, id } = row;
    // Another process with the same folder may work on it, or begin to at this moment.
    const isFree = { id, state: 'running', activeAt: { lte: inactiveFrom(now()) } };
    const claimed = await db.write((tx) =>
      tx.import.updateMany({ where: isFree, data: { activeAt: new Date(now()) } }),
    );
    if (claimed.count === 0) return;
    try {
      const [source, hash] = [await sourceOf(loaded), await hashFiles(files)];
      const given = { website, source, files, untilOwnHits, hash, startedBy, id };
      await performImport(given, importDeps(loaded));
    } catch (error) {
      if (error instanceof DatabaseFault) throw error;
      if (error instanceof ImportInterrupted) {
        // Another process need not wait until this one is taken as ended.
        await update(row, 'running', { activeAt: inactiveFrom(now()) });
        return;
      }
      if (!(error instanceof AppError)) log.error({ err: error }, 'An import failed');
      // Also one that was not begun, because the same files were imported meanwhile.
      const message = error instanceof AppError ? reasonOf(error) : 'The import failed.';
      await failImport(row, message, deps);
    }
  }

  async function remove(row: Import, error: string | null): Promise<void> {
    if (error !== null) await failImport(row, error, deps, ['reading', 'ready', 'running']);
    else await finishUndo(row, deps, ['undoing']);
  }

  /** Deletes the files of an import that is finished. */
  async function removeFiles({ row: { id }, website }: Loaded): Promise<void> {
    const row = await db.read.import.findUnique({ where: { id } });
    const isOpen = row !== null && (OPEN_STATES as readonly string[]).includes(row.state);
    if (!isOpen) await folder.remove(keyOf({ id, website }));
  }

  return async (job) => {
    const { id } = job;
    const activity = setInterval(() => {
      db.write((tx) => tx.import.updateMany({ where: { id }, data: { activeAt: new Date(now()) } })).catch(
        () => undefined,
      );
    }, ACTIVE_MS);
    try {
      const loaded = await load(id, EXPECTED[job.kind]);
      if (!loaded) return;
      if (job.kind === 'read') await preview(loaded);
      else if (job.kind === 'run') await run(loaded);
      else await remove(loaded.row, job.error);
      await removeFiles(loaded);
    } finally {
      clearInterval(activity);
    }
  };
}

/** The states in which jobs find their imports. */
const EXPECTED: Readonly<Record<ImportJob['kind'], readonly ImportState[]>> = {
  read: ['reading'],
  run: ['running'],
  remove: OPEN_STATES,
};

/** The columns of a preview. */
function previewed({ cutAt, cutDay, skipped, ...counted }: Preview, { timezone }: Website) {
  const cutDayAt = cutDay === null ? null : momentAt(timezone, Date.parse(dayText(cutDay)));
  const times = [cutAt, cutDayAt].filter((time) => time !== null);
  return {
    ...counted,
    skipped: JSON.stringify(skipped),
    cutAt: times.length > 0 ? new Date(Math.min(...times)) : null,
  };
}

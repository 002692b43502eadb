import { AppError } from '../../errors.ts';
import type { Import } from '../../generated/prisma/client.ts';
import { ImportInterrupted } from './interrupted.ts';
import { removeImport } from './remove.ts';
import { type RestoredSettings, restoreSettings } from './restore.ts';
import { createImport, type ImportDeps, type NewImport, runImport } from './run.ts';
import type { Tally } from './tally.ts';
import { failImport } from './undo.ts';

/** An import that is done, with what it restored of the settings of an export. */
export type PerformedImport = Import & { restored: RestoredSettings | null };

/**
 * Imports files. An import of the same files whose process ended is started again, without what it had
 * stored. The settings of an export of Footfall are restored after its rows, and stay when it is undone.
 * @throws AppError as `createImport` and `runImport`. Nothing of the import is left then.
 *   ImportInterrupted, if `onProgress` throws it.
 */
export async function performImport(given: NewImport, deps: ImportDeps): Promise<PerformedImport> {
  const { row, isResumed } = await createImport(given, deps);
  let done: Awaited<ReturnType<typeof runImport>>;
  try {
    if (isResumed) await removeImport(row, deps, 'running');
    done = await runImport(row, given, deps);
  } catch (error) {
    if (error instanceof ImportInterrupted) throw error;
    const message = error instanceof AppError ? reasonOf(error) : 'The import failed.';
    // If the database is away, its fault is thrown: the import is still running, and can be started again.
    await failImport(row, message, deps);
    throw error;
  }
  if (done.settings.length === 0) return { ...done.row, restored: null };
  const tally: Tally = { rows: 0, skipped: JSON.parse(done.row.skipped) as Tally['skipped'] };
  const restored = await restoreSettings(given.website, done.settings, { ...deps, tally });
  const data = { skipped: JSON.stringify(tally.skipped) };
  return { ...(await deps.db.write((tx) => tx.import.update({ where: { id: row.id }, data }))), restored };
}

/** The sentences of an error, for people. */
export const reasonOf = ({ message, details }: AppError): string =>
  Object.values(details.fields ?? {})
    .flat()
    .join(' ') || message;

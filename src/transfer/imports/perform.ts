import { AppError } from '../../errors.ts';
import type { Import } from '../../generated/prisma/client.ts';
import { ImportInterrupted } from './interrupted.ts';
import { removeImport } from './remove.ts';
import { createImport, type ImportDeps, type NewImport, runImport } from './run.ts';
import { failImport } from './undo.ts';

/**
 * Imports files. An import of the same files whose process ended is started again, without what it had
 * stored.
 * @throws AppError as `createImport` and `runImport`. Nothing of the import is left then.
 *   ImportInterrupted, if `onProgress` throws it.
 */
export async function performImport(given: NewImport, deps: ImportDeps): Promise<Import> {
  const { row, isResumed } = await createImport(given, deps);
  try {
    if (isResumed) await removeImport(row, deps, 'running');
    return await runImport(row, given, deps);
  } catch (error) {
    if (error instanceof ImportInterrupted) throw error;
    const message = error instanceof AppError ? reasonOf(error) : 'The import failed.';
    // If the database is away, the rows stay until the import is started again or undone.
    await failImport(row, message, deps).catch(() => undefined);
    throw error;
  }
}

/** The sentences of an error, for people. */
export const reasonOf = ({ message, details }: AppError): string =>
  Object.values(details.fields ?? {})
    .flat()
    .join(' ') || message;

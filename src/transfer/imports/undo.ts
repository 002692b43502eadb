import { invalid } from '../../errors.ts';
import type { Import } from '../../generated/prisma/client.ts';
import { nothingToUndo } from './interrupted.ts';
import { removeImport } from './remove.ts';
import type { ImportDeps } from './run.ts';
import { type ImportState, isActive, STORED_STATES } from './states.ts';

/**
 * Undoes an import as a whole: afterwards every number is as before it. It also removes what an import whose
 * process ended has left.
 * @throws AppError `invalid` if there is nothing to undo, or it is running; as `removeImport`.
 */
export async function undoImport(row: Import, deps: UndoDeps): Promise<void> {
  const { id, state } = row;
  if (state === 'running' && isActive(row, deps.now()))
    throw invalid({
      id: [`Import ${id} is running. Stop it first, or wait a minute after its process ended.`],
    });
  if (await finishUndo(row, deps, STORED_STATES)) return;
  const now = await deps.db.read.import.findUnique({ where: { id } });
  throw nothingToUndo(id, now?.state);
}

/**
 * Removes the rows of an import that is to be undone.
 * @param from the states in which it is removed.
 * @returns false if it had another state, or others have removed it meanwhile.
 */
export async function finishUndo(
  row: Import,
  deps: UndoDeps,
  from: readonly ImportState[],
): Promise<boolean> {
  if (!(await removeImport(row, deps, 'undone', from))) return false;
  await noteEnd(row, deps, 'undone', {});
  return true;
}

type UndoDeps = Pick<ImportDeps, 'db' | 'direct' | 'now' | 'pause'>;

/**
 * Removes what an import has stored before it failed, and notes why.
 * @param message as the owner of the website reads it.
 * @param from the states in which it can fail. Otherwise, others have ended it.
 */
export async function failImport(
  row: Import,
  message: string,
  deps: UndoDeps,
  from: readonly ImportState[] = ['running'],
): Promise<void> {
  const current = await deps.db.read.import.findUnique({ where: { id: row.id } });
  if (!current || !(await removeImport(current, deps, 'failed', from))) return;
  await noteEnd(row, deps, 'failed', { error: message });
}

/** Notes when an import got its last state. Its owner may have removed it from the list. */
async function noteEnd({ id }: Import, { db, now }: UndoDeps, state: ImportState, data: { error?: string }) {
  const finishedAt = new Date(now());
  await db.write((tx) => tx.import.updateMany({ where: { id, state }, data: { ...data, finishedAt } }));
}

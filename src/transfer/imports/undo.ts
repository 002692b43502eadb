import { invalid } from '../../errors.ts';
import type { Import } from '../../generated/prisma/client.ts';
import { removeImport } from './remove.ts';
import type { ImportDeps } from './run.ts';
import { isActive } from './states.ts';

/**
 * Undoes an import as a whole: afterwards every number is as before it. It also removes what an import whose
 * process ended has left.
 * @throws AppError `invalid` if there is nothing to undo, or it is running; as `removeImport`.
 */
export async function undoImport(row: Import, deps: UndoDeps): Promise<void> {
  const { id, state } = row;
  if (state === 'undone' || state === 'failed')
    throw invalid({ id: [`Nothing of import ${id} is left to undo.`] });
  if (state === 'running' && isActive(row, deps.now()))
    throw invalid({
      id: [`Import ${id} is running. Stop it first, or wait a minute after its process ended.`],
    });
  await removeImport(row, deps, 'undone');
}

type UndoDeps = Pick<ImportDeps, 'db' | 'direct' | 'now' | 'pause'>;

/**
 * Removes what a running import has stored before it failed, and notes why.
 * @param message as the owner of the website reads it.
 */
export async function failImport(row: Import, message: string, deps: UndoDeps): Promise<void> {
  const current = await deps.db.read.import.findUnique({ where: { id: row.id } });
  if (!current) return;
  if (!(await removeImport(current, deps, 'failed', ['running']))) return;
  const data = { error: message, finishedAt: new Date(deps.now()) };
  await deps.db.write((tx) => tx.import.update({ where: { id: row.id }, data }));
}

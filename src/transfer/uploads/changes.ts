import { z } from 'zod';
import { authorize, requireScope } from '../../auth/permissions.ts';
import { audited } from '../../auth/securityLog.ts';
import type { Transaction } from '../../db/database.ts';
import { type AppError, invalid, notFound } from '../../errors.ts';
import type { Import, Website } from '../../generated/prisma/client.ts';
import { flag, MAX_ID, parseInput, withDefault } from '../../validation/rules.ts';
import { hasOwnHits, nothingToUndo } from '../imports/interrupted.ts';
import { fileNames } from '../imports/record.ts';
import { type ImportState, inactiveFrom, isActive } from '../imports/states.ts';
import { type ImportContext, importsOf } from './context.ts';
import { keyOf } from './folder.ts';

type Row = Import & { website: Website };

/** The rules of the arguments of {@link startImport}. */
export const startRules = { until_own_hits: withDefault(z.union([z.boolean(), flag]), false) };
const startSchema = z.object(startRules);

/** @throws AppError `not_found`, also for an import of another team; `unauthenticated`, `forbidden`. */
async function changeable(
  tx: Pick<Transaction, 'import'>,
  id: number,
  { viewer }: ImportContext,
): Promise<Row> {
  requireScope(viewer, 'websites:write');
  const row = id <= MAX_ID && (await tx.import.findUnique({ where: { id }, include: { website: true } }));
  if (!row) throw notFound();
  authorize(viewer, 'change', row.website);
  return row;
}

/** The event of the security log. */
const eventOf = (kind: 'import_started' | 'import_undone', { source, files, website }: Row) => ({
  kind,
  teamId: website.teamId,
  subject: website.domain,
  detail: [source, ...fileNames({ files })].filter((text) => text !== '').join(' '),
});

/**
 * Starts an import that has been previewed.
 * @param args `until_own_hits`, whether it ends before the first own hit; unchecked.
 * @returns the import, whose state is `running`.
 * @throws AppError `unauthenticated`, `forbidden`, `not_found`; `invalid` if it is not ready, contains
 *   nothing, or has own hits in its way.
 */
export async function startImport(id: number, args: object, context: ImportContext): Promise<Import> {
  const imports = importsOf(context);
  const { until_own_hits: untilOwnHits } = parseInput(startSchema, args);
  const row = await audited(context, async (tx, record) => {
    const found = await changeable(tx, id, context);
    checkStart(found, untilOwnHits);
    // The instance that has its files starts it.
    const data = { state: 'running', untilOwnHits, activeAt: inactiveFrom(context.now()) };
    const { count } = await tx.import.updateMany({ where: { id, state: 'ready' }, data });
    if (count === 0) throw notReady(await changeable(tx, id, context));
    record(eventOf('import_started', found));
    return { ...found, ...data };
  });
  if (await imports.folder.has(keyOf(row))) void imports.start({ kind: 'run', id });
  return row;
}

function notReady({ id, state, error }: Row): AppError {
  if (state === 'reading')
    return invalid({ id: [`Import ${id} is still being read. Wait until its state is \`ready\`.`] });
  return invalid({ id: [`Import ${id} is ${state} and cannot be started.${error ? ` ${error}` : ''}`] });
}

function checkStart(row: Row, untilOwnHits: boolean): void {
  const { id, state, firstDay, cutAt } = row;
  if (state !== 'ready') throw notReady(row);
  if (firstDay === null)
    throw invalid({ id: [`No row of import ${id} can be imported. Its \`skipped\` rows say why.`] });
  if (cutAt !== null && !untilOwnHits) throw hasOwnHits(cutAt.toISOString());
}

/**
 * Undoes an import, so that every number is as before; stops one that is running; discards one that was not
 * started or failed.
 * @returns the import in its new state. `undoing` becomes `undone` later.
 * @throws AppError `unauthenticated`, `forbidden`, `not_found`; `invalid` if it cannot be undone.
 */
export async function undoWebsiteImport(id: number, context: ImportContext): Promise<Import> {
  const imports = importsOf(context);
  const before = await changeable(context.db.read, id, context);
  const wasBusy = imports.isBusy(id);
  const isElsewhere = (row: Row) =>
    row.state === 'running' && !wasBusy && !imports.isBusy(id) && isActive(row, context.now());
  checkUndo(before, isElsewhere(before));
  await imports.cancel(id);
  const { row, isRemoved } = await audited(context, async (tx, record) => {
    // It may have changed meanwhile, and change until the update: by its job, or by another request.
    for (;;) {
      const row = await changeable(tx, id, context);
      const { state } = row;
      checkUndo(row, isElsewhere(row));
      if (state === 'undoing') return { row, isRemoved: false };
      if (state === 'failed' && before.state === 'running') {
        record(eventOf('import_undone', row));
        return { row, isRemoved: true };
      }
      const where = { id, state };
      if (DISCARDED.has(state)) {
        const { count } = await tx.import.deleteMany({ where });
        if (count > 0) return { row: { ...row, state: 'undone' }, isRemoved: true };
      } else {
        const data = { state: 'undoing', activeAt: new Date(context.now()) };
        const { count } = await tx.import.updateMany({ where, data });
        if (count === 0) continue;
        record(eventOf('import_undone', row));
        return { row: { ...row, ...data }, isRemoved: false };
      }
    }
  });
  if (isRemoved) await imports.folder.remove(keyOf(row));
  else {
    // It may have been started since its jobs were stopped.
    void imports.cancel(id);
    void imports.start({ kind: 'remove', id, error: null });
  }
  return row;
}

/** The states in which nothing of an import is stored. */
const DISCARDED: ReadonlySet<string> = new Set<ImportState>(['reading', 'ready', 'failed']);

function checkUndo({ id, state }: Row, isElsewhere: boolean): void {
  if (state === 'undone') throw nothingToUndo(id, state);
  if (isElsewhere)
    throw invalid({ id: [`Import ${id} is run by another process. Undo it when it has ended.`] });
}

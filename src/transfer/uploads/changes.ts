import { z } from 'zod';
import { authorize, requireScope } from '../../auth/permissions.ts';
import { audited } from '../../auth/securityLog.ts';
import type { Transaction } from '../../db/database.ts';
import { invalid, notFound } from '../../errors.ts';
import type { Import, Website } from '../../generated/prisma/client.ts';
import { flag, MAX_ID, parseInput, withDefault } from '../../validation/rules.ts';
import { type ImportState, inactiveFrom, isActive } from '../imports/states.ts';
import { type ImportContext, importsOf } from './context.ts';
import { fileNames, keyOf } from './folder.ts';

type Row = Import & { website: Website };

/** The rules of the arguments of {@link startImport}. */
export const startRules = { until_own_hits: withDefault(z.union([z.boolean(), flag]), false) };
const startSchema = z.object(startRules);

/** @throws AppError `not_found`, also for an import of another account; `unauthenticated`, `forbidden`. */
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
  accountId: website.accountId,
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
    record(eventOf('import_started', found));
    // The instance that has its files starts it.
    const data = { state: 'running', untilOwnHits, activeAt: inactiveFrom(context.now()) };
    return tx.import.update({ where: { id }, data, include: { website: true } });
  });
  if (await imports.folder.has(keyOf(row))) void imports.start({ kind: 'run', id });
  return row;
}

function checkStart({ id, state, error, firstDay, cutAt }: Row, untilOwnHits: boolean): void {
  const reading = 'is still being read. Wait until its state is `ready`.';
  if (state === 'reading') throw invalid({ id: [`Import ${id} ${reading}`] });
  if (state !== 'ready')
    throw invalid({ id: [`Import ${id} is ${state} and cannot be started.${error ? ` ${error}` : ''}`] });
  if (firstDay === null)
    throw invalid({ id: [`No row of import ${id} can be imported. Its \`skipped\` rows say why.`] });
  if (cutAt !== null && !untilOwnHits)
    throw invalid({
      until_own_hits: [
        `The website has own hits from ${cutAt.toISOString()} on, which the files would count again. ` +
          'Must be true, to import only what is before them.',
      ],
    });
}

/**
 * Undoes an import, so that every number is as before; stops one that is running; discards one that was not
 * started or failed.
 * @returns the import in its new state. `undoing` becomes `undone` later.
 * @throws AppError `unauthenticated`, `forbidden`, `not_found`; `invalid` if it cannot be undone.
 */
export async function undoWebsiteImport(id: number, context: ImportContext): Promise<Import> {
  const imports = importsOf(context);
  const row = await changeable(context.db.read, id, context);
  const state = row.state as ImportState;
  if (state === 'undone') throw invalid({ id: [`Nothing of import ${id} is left to undo.`] });
  if (state === 'running' && !imports.isBusy(id) && isActive(row, context.now()))
    throw invalid({ id: [`Import ${id} is run by another process. Undo it when it has ended.`] });
  await imports.cancel(id);
  const { result, isRemoved } = await audited(context, async (tx, record) => {
    const current = await changeable(tx, id, context);
    if (current.state === 'reading' || current.state === 'ready' || current.state === 'failed') {
      // One that was running has been stopped.
      if (state === 'running') record(eventOf('import_undone', current));
      else await tx.import.delete({ where: { id } });
      return { result: state === 'running' ? current : { ...current, state: 'undone' }, isRemoved: true };
    }
    record(eventOf('import_undone', current));
    const data = { state: 'undoing', activeAt: new Date(context.now()) };
    return { result: await tx.import.update({ where: { id }, data }), isRemoved: false };
  });
  if (isRemoved) await imports.folder.remove(keyOf(row));
  else void imports.start({ kind: 'remove', id, error: null });
  return result;
}

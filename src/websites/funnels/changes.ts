import { z } from 'zod';
import { requireScope } from '../../auth/permissions.ts';
import type { Transaction } from '../../db/database.ts';
import { checkFunnel, type FunnelInput } from '../../engine/question/behaviour.ts';
import type { Naming } from '../../engine/question/filterNames.ts';
import { invalid } from '../../errors.ts';
import type { Funnel } from '../../generated/prisma/client.ts';
import { nameRule } from '../../validation/nameRule.ts';
import { checkInput, optional, withoutEmpty } from '../../validation/rules.ts';
import type { NewRowContext, WebsiteContext } from '../context.ts';
import { FUNNELS } from '../entities.ts';
import { requireGoals } from '../goals/known.ts';
import { addRow, changeableRow, freeName, websiteForNew } from '../ofWebsite.ts';
import { MAX_FILTER_LENGTH, storedText } from '../segments/storedFilter.ts';

/** The arguments of a funnel; unchecked. Empty texts, as form fields have, count as missing. */
interface FunnelArgs {
  name?: unknown;
  steps?: unknown;
  scope?: unknown;
  strict?: unknown;
  within?: unknown;
}

const createSchema = z.object({ name: nameRule });
const updateSchema = z.object({ name: optional(nameRule) });

/** The columns of what a funnel asks. */
type Columns = Pick<Funnel, 'steps' | 'scope' | 'strict' | 'within'>;

const columnsOf = ({ scope, strict, within }: FunnelInput, steps: string): Columns => ({
  steps,
  scope,
  strict,
  within,
});

/** Checks the steps against the goals of the website, and their length. */
async function checkSteps(
  tx: Transaction,
  websiteId: number,
  { steps }: FunnelInput,
  text: string,
): Promise<void> {
  if (text.length > MAX_FILTER_LENGTH)
    throw invalid({
      steps: [`Must be at most ${MAX_FILTER_LENGTH} characters long as JSON; got ${text.length}.`],
    });
  await requireGoals(
    tx,
    websiteId,
    steps.map(({ filter }) => filter),
  );
}

/**
 * Saves a funnel under a name.
 * @param naming of the names in the steps; in REST they may be JSON text.
 * @throws AppError `invalid`, with the paths of the wrong parts; `unauthenticated`, `forbidden`.
 */
export async function createFunnel(
  { website_id, ...args }: { website_id: number } & FunnelArgs,
  context: NewRowContext,
  naming: Naming = 'graphql',
): Promise<Funnel> {
  const { id } = await websiteForNew(FUNNELS, website_id, context);
  const given: FunnelArgs = withoutEmpty(args);
  const { data, fields } = checkInput(createSchema, given);
  const funnel = checkFunnel(given, naming);
  if (fields || funnel.fields) throw invalid({ ...fields, ...funnel.fields });
  const columns = columnsOf(funnel.data, storedText(given.steps, naming));
  const row = await context.db.write(async (tx) => {
    await checkSteps(tx, id, funnel.data, columns.steps);
    return addRow(tx, FUNNELS, id, context, async () => ({
      ...(await freeName(tx, FUNNELS, id, data.name)),
      ...columns,
    }));
  });
  forget(row, context);
  return row;
}

/**
 * Changes a funnel. Omitted fields stay unchanged; null removes the limit of time.
 * @param naming of the names in the steps; in REST they may be JSON text.
 * @throws AppError as {@link createFunnel}, and `not_found`.
 */
export async function updateFunnel(
  id: number,
  args: FunnelArgs,
  context: WebsiteContext,
  naming: Naming = 'graphql',
): Promise<Funnel> {
  requireScope(context.viewer, 'websites:write');
  const { name, steps, scope, strict, within }: FunnelArgs = withoutEmpty(args);
  const { data, fields } = checkInput(updateSchema, { name });
  const changed = await context.db.write(async (tx) => {
    const before = await changeableRow(tx, FUNNELS, id, context.viewer);
    const given = {
      steps: steps ?? JSON.parse(before.steps),
      scope: scope ?? before.scope,
      strict: strict ?? before.strict,
      within: within === undefined ? before.within : within,
    };
    const funnel = checkFunnel(given, steps == null ? 'graphql' : naming);
    if (fields || funnel.fields) throw invalid({ ...fields, ...funnel.fields });
    const columns = columnsOf(funnel.data, steps == null ? before.steps : storedText(steps, naming));
    await checkSteps(tx, before.websiteId, funnel.data, columns.steps);
    const named = data.name === undefined ? {} : await freeName(tx, FUNNELS, before.websiteId, data.name, id);
    return tx.funnel.update({
      where: { id },
      data: { ...named, ...columns, updatedAt: new Date(context.now()) },
    });
  });
  forget(changed, context);
  return changed;
}

/**
 * Deletes a funnel.
 * @returns the funnel before its deletion.
 * @throws AppError `not_found`, `unauthenticated`, `forbidden`.
 */
export async function deleteFunnel(id: number, context: WebsiteContext): Promise<Funnel> {
  requireScope(context.viewer, 'websites:write');
  const deleted = await context.db.write(async (tx) => {
    const before = await changeableRow(tx, FUNNELS, id, context.viewer);
    await tx.funnel.delete({ where: { id } });
    return before;
  });
  forget(deleted, context);
  return deleted;
}

function forget({ id, websiteId }: Funnel, { loaders }: NewRowContext): void {
  loaders.rows.SavedFunnel.clear(id);
  loaders.rowsOfWebsite.SavedFunnel.clear(websiteId);
}

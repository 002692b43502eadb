import { z } from 'zod';
import { requireScope } from '../../auth/permissions.ts';
import type { Transaction } from '../../db/database.ts';
import { goalsOfFilter } from '../../engine/question/filter.ts';
import type { Naming } from '../../engine/question/filterNames.ts';
import { invalid } from '../../errors.ts';
import type { Goal } from '../../generated/prisma/client.ts';
import { nameRule } from '../../validation/nameRule.ts';
import { checkInput, optional } from '../../validation/rules.ts';
import type { NewRowContext, WebsiteContext } from '../context.ts';
import { FUNNELS, GOALS, SEGMENTS } from '../entities.ts';
import { addRow, changeableRow, freeName, quotedNames, websiteForNew } from '../ofWebsite.ts';
import { checkStoredFilter } from '../segments/storedFilter.ts';

const createSchema = z.object({ name: nameRule });
const updateSchema = z.object({ name: optional(nameRule) });

/** Empty form fields count as missing. */
const isAbsent = (value: unknown) => value == null || value === '';

/**
 * Saves a condition on hits under a name.
 * @param args `website_id`, `name`, `filter`; unchecked.
 * @param naming of the names in the filter.
 * @throws AppError `invalid`, with the paths of the wrong parts of the filter; `unauthenticated`,
 *   `forbidden`.
 */
export async function createGoal(
  args: { website_id: number; name?: unknown; filter?: unknown },
  context: NewRowContext,
  naming: Naming = 'graphql',
): Promise<Goal> {
  const { id } = await websiteForNew(GOALS, args.website_id, context);
  const { data, fields } = checkInput(createSchema, args);
  const filter = checkStoredFilter(args.filter, 'goal', naming);
  if (fields || filter.fields) throw invalid({ ...fields, ...filter.fields });
  const goal = await context.db.write((tx) =>
    addRow(tx, GOALS, id, context, async () => ({
      ...(await freeName(tx, GOALS, id, data.name)),
      filter: filter.text,
    })),
  );
  forget(goal, context);
  return goal;
}

/**
 * Changes the name or the filter of a goal. Omitted fields stay unchanged. Everything that uses the goal
 * counts by the new filter from then on, for all days.
 * @param args `name`, `filter`; unchecked.
 * @param naming of the names in the filter.
 * @throws AppError as {@link createGoal}, and `not_found`.
 */
export async function updateGoal(
  id: number,
  args: { name?: unknown; filter?: unknown },
  context: WebsiteContext,
  naming: Naming = 'graphql',
): Promise<Goal> {
  requireScope(context.viewer, 'websites:write');
  const { data, fields } = checkInput(updateSchema, args);
  const filter = isAbsent(args.filter) ? null : checkStoredFilter(args.filter, 'goal', naming);
  const changed = await context.db.write(async (tx) => {
    const { websiteId } = await changeableRow(tx, GOALS, id, context.viewer);
    if (fields || filter?.fields) throw invalid({ ...fields, ...filter?.fields });
    const named = data.name === undefined ? {} : await freeName(tx, GOALS, websiteId, data.name, id);
    return tx.goal.update({
      where: { id },
      data: { ...named, ...(filter && { filter: filter.text }), updatedAt: new Date(context.now()) },
    });
  });
  forget(changed, context);
  return changed;
}

/**
 * Deletes a goal.
 * @returns the goal before its deletion.
 * @throws AppError `invalid` while a segment or a funnel uses it; `not_found`, `unauthenticated`,
 *   `forbidden`.
 */
export async function deleteGoal(id: number, context: WebsiteContext): Promise<Goal> {
  requireScope(context.viewer, 'websites:write');
  const deleted = await context.db.write(async (tx) => {
    const before = await changeableRow(tx, GOALS, id, context.viewer);
    const uses = await usesOf(tx, before);
    if (uses.length > 0) throw invalid({ id: uses });
    await tx.goal.delete({ where: { id } });
    return before;
  });
  forget(deleted, context);
  return deleted;
}

/** Returns a sentence for each kind of rows that use a goal. API keys and links use it by their segment. */
async function usesOf(tx: Transaction, { id, websiteId }: Goal): Promise<string[]> {
  const where = { where: { websiteId }, orderBy: { id: 'asc' } } as const;
  const segments = (await tx.segment.findMany(where)).map(SEGMENTS.load);
  const funnels = (await tx.funnel.findMany(where)).map(FUNNELS.load);
  const ofSegments = segments.filter(
    ({ selects }) => selects && goalsOfFilter(selects).some((goal) => goal.id === id),
  );
  const ofFunnels = funnels.filter(({ asks }) =>
    asks.steps.some(({ filter }) => goalsOfFilter(filter).some((goal) => goal.id === id)),
  );
  return [
    ...(ofSegments.length > 0 ? [inUse('Segments use this goal: ', ofSegments)] : []),
    ...(ofFunnels.length > 0 ? [inUse('Funnels use this goal: ', ofFunnels)] : []),
  ];
}

const inUse = (begin: string, users: readonly { name: string }[]): string =>
  `${begin}${quotedNames(users)}. Change or delete them first.`;

function forget({ id, websiteId }: Goal, { loaders }: NewRowContext): void {
  loaders.rows.Goal.clear(id);
  loaders.rowsOfWebsite.Goal.clear(websiteId);
}

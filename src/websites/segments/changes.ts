import { z } from 'zod';
import { canForTeam, requireScope } from '../../auth/permissions.ts';
import { invalid } from '../../errors.ts';
import type { Segment } from '../../generated/prisma/client.ts';
import { nameRule } from '../../validation/nameRule.ts';
import { checkInput, optional } from '../../validation/rules.ts';
import type { NewRowContext, WebsiteContext } from '../context.ts';
import { SEGMENTS } from '../entities.ts';
import { requireGoals } from '../goals/known.ts';
import { addRow, changeableRow, freeName, quotedNames, websiteForNew } from '../ofWebsite.ts';
import { checkStoredFilter } from './storedFilter.ts';

const createSchema = z.object({ name: nameRule });
const updateSchema = z.object({ name: optional(nameRule) });

/**
 * Saves a filter of a website under a name.
 * @param args `website_id`, `name`, `filter` (with the names of GraphQL); unchecked.
 * @throws AppError `invalid`, with the paths of the wrong parts of the filter; `unauthenticated`,
 *   `forbidden`.
 */
export async function createSegment(
  args: { website_id: number; name: unknown; filter: unknown },
  context: NewRowContext,
): Promise<Segment> {
  const { id } = await websiteForNew(SEGMENTS, args.website_id, context);
  const { data, fields } = checkInput(createSchema, args);
  const filter = checkStoredFilter(args.filter);
  if (fields || filter.fields) throw invalid({ ...fields, ...filter.fields });
  const segment = await context.db.write(async (tx) => {
    await requireGoals(tx, id, [filter.filter]);
    return addRow(tx, SEGMENTS, id, context, async () => ({
      ...(await freeName(tx, SEGMENTS, id, data.name)),
      filter: filter.text,
    }));
  });
  context.loaders.rowsOfWebsite.Segment.clear(id);
  return segment;
}

/**
 * Changes the name or the filter of a segment. Omitted fields stay unchanged. API keys that are limited to
 * the segment read under the new filter from then on.
 * @param args `name`, `filter`; unchecked.
 * @throws AppError as {@link createSegment}, and `not_found`.
 */
export async function updateSegment(
  id: number,
  args: { name?: unknown; filter?: unknown },
  context: WebsiteContext,
): Promise<Segment> {
  requireScope(context.viewer, 'websites:write');
  const { data, fields } = checkInput(updateSchema, args);
  const filter = args.filter == null ? null : checkStoredFilter(args.filter);
  const changed = await context.db.write(async (tx) => {
    const { websiteId } = await changeableRow(tx, SEGMENTS, id, context.viewer);
    if (fields || filter?.fields) throw invalid({ ...fields, ...filter?.fields });
    if (filter) await requireGoals(tx, websiteId, [filter.filter]);
    const named = data.name === undefined ? {} : await freeName(tx, SEGMENTS, websiteId, data.name, id);
    return tx.segment.update({
      where: { id },
      data: { ...named, ...(filter && { filter: filter.text }), updatedAt: new Date(context.now()) },
    });
  });
  forget(changed, context);
  return changed;
}

/**
 * Deletes a segment, with the revoked and expired API keys and the expired shared links that are limited to
 * it.
 * @returns the segment before its deletion.
 * @throws AppError `invalid` while a valid API key or shared link is limited to it; `not_found`,
 *   `unauthenticated`, `forbidden`.
 */
export async function deleteSegment(id: number, context: WebsiteContext): Promise<Segment> {
  requireScope(context.viewer, 'websites:write');
  const deleted = await context.db.write(async (tx) => {
    const before = await changeableRow(tx, SEGMENTS, id, context.viewer);
    const now = new Date(context.now());
    const valid = { segmentId: id, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
    const named = { select: { name: true }, orderBy: { id: 'asc' } } as const;
    const keys = await tx.apiKey.findMany({ where: { ...valid, revokedAt: null }, ...named });
    const links = await tx.sharedLink.findMany({ where: valid, ...named });
    const uses = [
      ...(keys.length > 0 ? [keysInUse(keys, canForTeam(context.viewer, 'administer'))] : []),
      ...(links.length > 0 ? [inUse('Shared links', quotedNames(links), 'Delete')] : []),
    ];
    if (uses.length > 0) throw invalid({ id: uses });
    await tx.segment.delete({ where: { id } });
    return before;
  });
  forget(deleted, context);
  return deleted;
}

const inUse = (what: string, which: string, how: string): string =>
  `${what} are limited to this segment: ${which}. ${how} them first.`;

/** Only administrators may read the names of API keys, and revoke them. */
const keysInUse = (keys: { name: string }[], isAdmin: boolean): string =>
  isAdmin
    ? inUse('API keys', quotedNames(keys), 'Revoke')
    : inUse('API keys', String(keys.length), 'Ask an administrator of the team to revoke');

function forget({ id, websiteId }: Segment, { loaders }: NewRowContext): void {
  loaders.rows.Segment.clear(id);
  loaders.rowsOfWebsite.Segment.clear(websiteId);
}

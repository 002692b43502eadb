import { requireConfirmation } from '../../auth/confirmation.ts';
import { requireScope } from '../../auth/permissions.ts';
import { audited } from '../../auth/securityLog.ts';
import { newToken } from '../../auth/sharedLinks.ts';
import type { Transaction } from '../../db/database.ts';
import { invalid } from '../../errors.ts';
import type { SharedLink } from '../../generated/prisma/client.ts';
import type { WebsiteContext } from '../context.ts';
import { SHARED_LINKS } from '../entities.ts';
import { addRow, changeableRow, websiteForNew } from '../ofWebsite.ts';
import { createRules, type LinkColumns, readSettings, updateRules } from './input.ts';

const NO_SEGMENT = 'Must be the id of a segment of the website.';

/**
 * Creates a shared link to the statistics of a website.
 * @param args `website_id`, and the settings of {@link readSettings}, of which only `name` is required;
 *   unchecked.
 * @throws AppError `invalid`, `unauthenticated`, `forbidden`; ConfirmationRequired if the session has not
 *   confirmed its password recently.
 */
export async function createSharedLink(
  args: { website_id: number; [setting: string]: unknown },
  context: WebsiteContext,
): Promise<SharedLink> {
  const website = await websiteForNew(SHARED_LINKS, args.website_id, context);
  const settings = await readSettings(createRules, args, website, context);
  await requireConfirmation(context);
  const link = await audited(context, async (tx, record) => {
    const created = await addRow(tx, SHARED_LINKS, website.id, context, async ({ id }) => {
      await requireSegment(tx, id, settings);
      return { name: '', ...settings, token: newToken(context.random) };
    });
    const { teamId, domain: subject } = created.website;
    record({ kind: 'shared_link_created', teamId, subject, detail: created.name });
    return created;
  });
  context.loaders.rowsOfWebsite.SharedLink.clear(website.id);
  return link;
}

/**
 * Changes a shared link; its address stays the same. Omitted settings stay unchanged. A change of the
 * password invalidates what viewers have unlocked with the old one.
 * @param args the settings of {@link readSettings}; unchecked.
 * @throws AppError as {@link createSharedLink}, and `not_found`.
 */
export async function updateSharedLink(
  id: number,
  args: object,
  context: WebsiteContext,
): Promise<SharedLink> {
  const { viewer } = context;
  requireScope(viewer, 'websites:write');
  const { website } = await changeableRow(context.db.read, SHARED_LINKS, id, viewer);
  const settings = await readSettings(updateRules, args, website, context);
  await requireConfirmation(context);
  const changed = await audited(context, async (tx, record) => {
    const { websiteId, website: current } = await changeableRow(tx, SHARED_LINKS, id, viewer);
    await requireSegment(tx, websiteId, settings);
    const updatedAt = new Date(context.now());
    const link = await tx.sharedLink.update({ where: { id }, data: { ...settings, updatedAt } });
    const { teamId, domain: subject } = current;
    record({ kind: 'shared_link_changed', teamId, subject, detail: inWords(link.name, settings) });
    return link;
  });
  context.loaders.rowsOfWebsite.SharedLink.clear(changed.websiteId);
  return changed;
}

/**
 * Deletes a shared link. Its address shows nothing from then on.
 * @returns the link before its deletion.
 * @throws AppError `not_found`, `unauthenticated`, `forbidden`.
 */
export async function deleteSharedLink(id: number, context: WebsiteContext): Promise<SharedLink> {
  const { viewer } = context;
  requireScope(viewer, 'websites:write');
  const deleted = await audited(context, async (tx, record) => {
    const { website, ...link } = await changeableRow(tx, SHARED_LINKS, id, viewer);
    const { teamId, domain: subject } = website;
    record({ kind: 'shared_link_deleted', teamId, subject, detail: link.name });
    await tx.sharedLink.delete({ where: { id } });
    return link;
  });
  context.loaders.rowsOfWebsite.SharedLink.clear(deleted.websiteId);
  return deleted;
}

/** @throws AppError `invalid` unless the website has the segment of the settings. */
async function requireSegment(tx: Transaction, websiteId: number, { segmentId }: LinkColumns): Promise<void> {
  if (segmentId == null) return;
  const segment = await tx.segment.findUnique({ where: { id: segmentId } });
  if (segment?.websiteId !== websiteId) throw invalid({ segment_id: [NO_SEGMENT] });
}

const WORDS = {
  name: 'name',
  passwordHash: 'password',
  expiresAt: 'expiry',
  segmentId: 'segment',
  panels: 'panels',
} as const satisfies Record<keyof LinkColumns, string>;

/** Describes a change for the security log, such as `Agency: password, expiry`. */
function inWords(name: string, settings: LinkColumns): string {
  const changed = (Object.keys(settings) as (keyof LinkColumns)[]).map((column) => WORDS[column]);
  return changed.length > 0 ? `${name}: ${changed.join(', ')}` : name;
}

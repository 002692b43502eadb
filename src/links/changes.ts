import { requireConfirmation } from '../auth/confirmation.ts';
import { can, requireScope } from '../auth/permissions.ts';
import { audited } from '../auth/securityLog.ts';
import { newToken } from '../auth/sharedLinks.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { invalid, notFound } from '../errors.ts';
import type { SharedLink, Website } from '../generated/prisma/client.ts';
import { createRules, type LinkColumns, readSettings, updateRules } from './input.ts';
import { authorizeSharing } from './read.ts';

/** Maximum number of shared links of a website, including expired ones. */
export const MAX_LINKS = 50;

const NO_SEGMENT = 'Must be the id of a segment of the website.';

/**
 * Creates a shared link to the statistics of a website.
 * @param args `website_id`, and the settings of {@link readSettings}, of which only `name` is required;
 *   unchecked.
 * @throws AppError `invalid`, `unauthenticated`, `forbidden`; ConfirmationRequired if the session has not
 *   confirmed its password recently.
 */
export async function createSharedLink(args: { website_id: number }, context: Context): Promise<SharedLink> {
  const { viewer, loaders } = context;
  requireScope(viewer, 'websites:write');
  const website = await loaders.website.load(args.website_id);
  if (!website || !can(viewer, 'own', website))
    throw invalid({ website_id: ['Must be the id of a website of the account.'] });
  authorizeSharing(viewer, website);
  const settings = await readSettings(createRules, args, website, context);
  await requireConfirmation(context);
  const now = new Date(context.now());
  const websiteId = website.id;
  const link = await audited(context, async (tx, record) => {
    const { accountId, domain } = authorizeSharing(
      viewer,
      await tx.website.findUnique({ where: { id: websiteId } }),
    );
    if ((await tx.sharedLink.count({ where: { websiteId } })) >= MAX_LINKS)
      throw invalid({
        name: [`The website already has the maximum of ${MAX_LINKS} shared links. Delete one first.`],
      });
    await requireSegment(tx, websiteId, settings);
    const created = await tx.sharedLink.create({
      data: {
        ...{ name: '', ...settings, websiteId, token: newToken(context.random) },
        ...{ createdAt: now, updatedAt: now },
      },
    });
    record({ kind: 'shared_link_created', accountId, subject: domain, detail: created.name });
    return created;
  });
  loaders.sharedLinks.clear(websiteId);
  return link;
}

/**
 * Changes a shared link; its address stays the same. Omitted settings stay unchanged. A change of the
 * password invalidates what viewers have unlocked with the old one.
 * @param args the settings of {@link readSettings}; unchecked.
 * @throws AppError as {@link createSharedLink}, and `not_found`.
 */
export async function updateSharedLink(id: number, args: object, context: Context): Promise<SharedLink> {
  const { viewer } = context;
  requireScope(viewer, 'websites:write');
  const { website } = await changeable(context.db.read, id, viewer);
  const settings = await readSettings(updateRules, args, website, context);
  await requireConfirmation(context);
  const changed = await audited(context, async (tx, record) => {
    const { websiteId, website: current } = await changeable(tx, id, viewer);
    await requireSegment(tx, websiteId, settings);
    const updatedAt = new Date(context.now());
    const link = await tx.sharedLink.update({ where: { id }, data: { ...settings, updatedAt } });
    const { accountId, domain: subject } = current;
    record({ kind: 'shared_link_changed', accountId, subject, detail: inWords(link.name, settings) });
    return link;
  });
  context.loaders.sharedLinks.clear(changed.websiteId);
  return changed;
}

/**
 * Deletes a shared link. Its address shows nothing from then on.
 * @returns the link before its deletion.
 * @throws AppError `not_found`, `unauthenticated`, `forbidden`.
 */
export async function deleteSharedLink(id: number, context: Context): Promise<SharedLink> {
  const { viewer } = context;
  requireScope(viewer, 'websites:write');
  const deleted = await audited(context, async (tx, record) => {
    const { website, ...link } = await changeable(tx, id, viewer);
    const { accountId, domain: subject } = website;
    record({ kind: 'shared_link_deleted', accountId, subject, detail: link.name });
    await tx.sharedLink.delete({ where: { id } });
    return link;
  });
  context.loaders.sharedLinks.clear(deleted.websiteId);
  return deleted;
}

async function changeable(
  db: Pick<Transaction, 'sharedLink'>,
  id: number,
  viewer: Viewer,
): Promise<SharedLink & { website: Website }> {
  const link = await db.sharedLink.findUnique({ where: { id }, include: { website: true } });
  if (!link) throw notFound();
  authorizeSharing(viewer, link.website);
  return link;
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

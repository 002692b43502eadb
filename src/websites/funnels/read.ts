import { authorize } from '../../auth/permissions.ts';
import type { Funnel, Website } from '../../generated/prisma/client.ts';
import type { WebsiteContext } from '../context.ts';

/**
 * Lists the saved funnels of a website, ordered by name.
 * @throws AppError `not_found` or `forbidden` unless the viewer may read the statistics as its owner.
 */
export async function listFunnels(
  website: Website,
  { viewer, loaders }: Pick<WebsiteContext, 'viewer' | 'loaders'>,
): Promise<Funnel[]> {
  authorize(viewer, 'readOwnStats', website);
  return loaders.rowsOfWebsite.SavedFunnel.load(website.id);
}

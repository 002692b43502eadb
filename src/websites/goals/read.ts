import { authorize } from '../../auth/permissions.ts';
import type { Website } from '../../generated/prisma/client.ts';
import type { WebsiteContext } from '../context.ts';
import type { LoadedGoal } from './stored.ts';

/**
 * Lists the goals of a website, ordered by name.
 * @throws AppError `not_found` or `forbidden` unless the viewer may read the statistics as its owner.
 */
export async function listGoals(
  website: Website,
  { viewer, loaders }: Pick<WebsiteContext, 'viewer' | 'loaders'>,
): Promise<LoadedGoal[]> {
  authorize(viewer, 'readOwnStats', website);
  return loaders.rowsOfWebsite.Goal.load(website.id);
}

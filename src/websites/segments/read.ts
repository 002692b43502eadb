import { authorize } from '../../auth/permissions.ts';
import type { Segment, Website } from '../../generated/prisma/client.ts';
import type { WebsiteContext } from '../context.ts';
import { isUsable } from '../entities.ts';

/**
 * Lists the segments of a website, ordered by name.
 * @throws AppError `not_found` or `forbidden` unless the viewer may read the statistics as its owner.
 */
export async function listSegments(
  website: Website,
  { viewer, loaders }: WebsiteContext,
): Promise<Segment[]> {
  authorize(viewer, 'readOwnStats', website);
  const segments = await loaders.rowsOfWebsite.Segment.load(website.id);
  return segments.filter((segment) => isUsable(viewer, segment));
}

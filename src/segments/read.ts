import { authorize, can } from '../auth/permissions.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { Context } from '../context.ts';
import type { Segment, Website } from '../generated/prisma/client.ts';
import type { LoadedSegment } from './loaders.ts';

/** Whether a viewer may use a segment of its website: a key that is limited to a segment, only that one. */
const isUsable = (viewer: Viewer, { id }: Pick<Segment, 'id'>) =>
  viewer.kind === 'account' && (viewer.segmentId === null || viewer.segmentId === id);

/**
 * Lists the segments of a website, ordered by name.
 * @throws AppError `not_found` or `forbidden` unless the viewer may read the statistics as its owner.
 */
export async function listSegments(website: Website, { viewer, loaders }: Context): Promise<Segment[]> {
  authorize(viewer, 'readOwnStats', website);
  const segments = await loaders.websiteSegments.load(website.id);
  return segments.filter((segment) => isUsable(viewer, segment));
}

/** Returns a segment by its id; null if it does not exist or the viewer may not use it. */
export async function visibleSegment(
  id: number,
  { viewer, loaders }: Context,
): Promise<LoadedSegment | null> {
  const segment = await loaders.segment.load(id);
  const website = segment && (await loaders.website.load(segment.websiteId));
  return website && can(viewer, 'readOwnStats', website) && isUsable(viewer, segment) ? segment : null;
}

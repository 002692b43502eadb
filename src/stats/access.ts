import { combinedFilter } from '../analysis/query/filter.ts';
import type { Filter } from '../analysis/query/types.ts';
import { authorize, requireScope } from '../auth/permissions.ts';
import type { Context } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import { visibleSegment } from '../segments/read.ts';

/** Returns a website in the viewer's own account whose statistics the viewer may read. */
export async function ownWebsite(id: number, context: Context): Promise<Website> {
  const viewer = requireScope(context.viewer, 'stats:read');
  return authorize(viewer, 'readOwnStats', await context.loaders.website.load(id));
}

/**
 * Returns the filter under which a viewer reads statistics of a website. Everything that reads numbers of
 * hits must use it: for an API key that is limited to a segment, it adds that segment.
 * @param filter that the viewer asks for; null for all hits.
 * @throws AppError `forbidden` or `not_found` if the viewer may not read the statistics.
 */
export async function permittedFilter(
  website: Website,
  filter: Filter | null,
  { viewer, loaders }: Context,
): Promise<Filter | null> {
  authorize(viewer, 'readStats', website);
  // Other websites, which such a key can read if they are public, have no such limit.
  if (viewer.kind === 'anonymous' || viewer.segmentId === null || viewer.websiteId !== website.id)
    return filter;
  const segment = await loaders.segment.load(viewer.segmentId);
  // The segment was deleted after the key had been checked, and the key with it.
  if (!segment) throw notFound();
  return combinedFilter([filter, segment.selects]);
}

/**
 * Returns the filter of a segment of a website.
 * @param id of the segment; null for none.
 * @throws AppError `invalid` if the viewer may not use the segment, or the website has no such segment.
 */
export async function segmentFilter(
  website: Website,
  id: number | null | undefined,
  context: Context,
): Promise<Filter | null> {
  if (id == null) return null;
  const segment = await visibleSegment(id, context);
  if (segment?.websiteId === website.id) return segment.selects;
  throw invalid({ segment: ['Must be the id of a segment of this website that the viewer may use.'] });
}

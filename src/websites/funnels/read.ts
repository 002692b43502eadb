import { authorize } from '../../auth/permissions.ts';
import type { Funnel, Website } from '../../generated/prisma/client.ts';
import type { WebsiteContext } from '../context.ts';
import { FUNNELS } from '../entities.ts';
import { enteredRow } from '../ofWebsite.ts';

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

/** Returns a funnel by its id as a person entered it, with its website. For the command line. */
export const findFunnel = (
  id: string,
  deps: Parameters<typeof enteredRow>[3],
): Promise<Funnel & { website: Website }> =>
  enteredRow(FUNNELS, id, 'List them with `footfall funnel list --website ID`.', deps);

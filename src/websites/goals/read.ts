import { authorize } from '../../auth/permissions.ts';
import type { Goal, Website } from '../../generated/prisma/client.ts';
import type { WebsiteContext } from '../context.ts';
import { GOALS } from '../entities.ts';
import { enteredRow } from '../ofWebsite.ts';

/**
 * Lists the goals of a website, ordered by name.
 * @throws AppError `not_found` or `forbidden` unless the viewer may read the statistics as its owner.
 */
export async function listGoals(
  website: Website,
  { viewer, loaders }: Pick<WebsiteContext, 'viewer' | 'loaders'>,
): Promise<Goal[]> {
  authorize(viewer, 'readOwnStats', website);
  return loaders.rowsOfWebsite.Goal.load(website.id);
}

/** Returns a goal by its id as a person entered it, with its website. For the command line. */
export const findGoal = (
  id: string,
  deps: Parameters<typeof enteredRow>[3],
): Promise<Goal & { website: Website }> =>
  enteredRow(GOALS, id, 'List them with `footfall goal list --website ID`.', deps);

import { authorize, requireScope } from '../../auth/permissions.ts';
import { notFound } from '../../errors.ts';
import type { Goal, Website } from '../../generated/prisma/client.ts';
import type { WebsiteContext } from '../context.ts';
import { GOALS } from '../entities.ts';
import { enteredRow } from '../ofWebsite.ts';
import type { LoadedGoal } from './stored.ts';

type ReadContext = Pick<WebsiteContext, 'viewer' | 'loaders'>;

/**
 * Lists the goals of a website, ordered by name.
 * @throws AppError `not_found` or `forbidden` unless the viewer may read the statistics as its owner.
 */
export async function listGoals(website: Website, { viewer, loaders }: ReadContext): Promise<Goal[]> {
  authorize(viewer, 'readOwnStats', website);
  return loaders.rowsOfWebsite.Goal.load(website.id);
}

/**
 * Returns the website whose goals are to be changed, by its id in a path.
 * @throws AppError `not_found`, also for a website of another account; `unauthenticated`, `forbidden`.
 */
export async function websiteForGoals(id: number, { viewer, loaders }: ReadContext): Promise<Website> {
  requireScope(viewer, 'websites:write');
  return authorize(viewer, 'own', await loaders.website.load(id));
}

/**
 * Returns a goal that is to be changed, by its id and that of its website in a path.
 * @throws AppError as {@link websiteForGoals}.
 */
export async function goalToChange(websiteId: number, id: number, context: ReadContext): Promise<LoadedGoal> {
  return goalOf(await websiteForGoals(websiteId, context), id, context);
}

/**
 * Returns a goal of a website in the viewer's own account, by its id and that of the website.
 * @throws AppError `not_found`, `unauthenticated`, `forbidden`.
 */
export async function ownGoal(websiteId: number, id: number, context: ReadContext): Promise<LoadedGoal> {
  const { viewer, loaders } = context;
  const website = authorize(viewer, 'readOwnStats', await loaders.website.load(websiteId));
  return goalOf(website, id, context);
}

async function goalOf(website: Website, id: number, { loaders }: ReadContext): Promise<LoadedGoal> {
  const goal = await loaders.rows.Goal.load(id);
  if (goal?.websiteId !== website.id) throw notFound();
  return goal;
}

/** Returns a goal by its id as a person entered it, with its website. For the command line. */
export const findGoal = (
  id: string,
  deps: Parameters<typeof enteredRow>[3],
): Promise<Goal & { website: Website }> =>
  enteredRow(GOALS, id, 'List them with `footfall goal list --website ID`.', deps);

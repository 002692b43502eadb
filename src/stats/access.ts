import { authorize, can, requireScope } from '../auth/permissions.ts';
import { openLink, segmentOf } from '../auth/viewer.ts';
import {
  combinedFilter,
  conditionsOfFilter,
  dimensionsOfFilter,
  FILTER_LIMITS,
  goalsOfFilter,
  replaceGoals,
} from '../engine/question/filter.ts';
import type { Path } from '../engine/question/mistakes.ts';
import type { Filter, GroupDimension } from '../engine/question/types.ts';
import { type DimensionName, FILTER_DIMENSIONS, isProperty } from '../engine/registry/dimensions.ts';
import { AppError, invalid, notFound, unauthenticated } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import { NO_GOAL } from '../websites/goals/known.ts';
import { panelsOf } from '../websites/links/panels.ts';
import { visibleRow } from '../websites/ofWebsite.ts';
import type { StatContext } from './context.ts';

/** Returns a website of the viewer's team whose statistics the viewer may read. */
export async function ownWebsite(id: number, context: StatContext): Promise<Website> {
  const viewer = requireScope(context.viewer, 'stats:read');
  return authorize(viewer, 'readOwnStats', await context.loaders.website.load(id));
}

/**
 * Returns a website whose statistics the viewer may read over REST: one of the viewer's team, and for
 * anonymous viewers one whose statistics page is public or to which they have a shared link.
 * @throws AppError as {@link ownWebsite}; `unauthenticated` for any other website of an anonymous viewer,
 *   whether it exists or not.
 */
export async function readableWebsite(id: number, context: StatContext): Promise<Website> {
  const { viewer, loaders } = context;
  if (viewer.kind !== 'anonymous') return ownWebsite(id, context);
  const website = await loaders.website.load(id);
  if (website && can(viewer, 'readStats', website)) return website;
  throw unauthenticated();
}

/**
 * Returns the number below which the rows of a website's statistics are hidden from a viewer: its `hideBelow`
 * for viewers who can read them only because the page is public, they gave its password or have a shared
 * link; 0 for its account.
 */
export function hiddenBelow(website: Website, { viewer }: Pick<StatContext, 'viewer'>): number {
  return can(viewer, 'readOwnStats', website) ? 0 : (website.hideBelow ?? 0);
}

/**
 * Checks that a viewer may use filters and segments. Two totals, with and without a condition on a value,
 * would tell a count that is hidden.
 * @throws AppError `forbidden` if rows with small counts are hidden from the viewer.
 */
export function requireFiltering(website: Website, context: Pick<StatContext, 'viewer'>): void {
  if (hiddenBelow(website, context) === 0) return;
  throw new AppError(
    'forbidden',
    'This website hides small counts, so only its team can use `filter` and `segment`. ' +
      'Leave them out, or use an API key of the team with the scope stats:read.',
  );
}

/** What a shared link may show or not: the values of a dimension, or results of goals or funnels. */
type Shown = GroupDimension | DimensionName | 'goals' | 'funnels';

const hasPanel = (name: Shown) =>
  isProperty(name) ||
  ['property', 'goals', 'funnels'].includes(name) ||
  (FILTER_DIMENSIONS as readonly Shown[]).includes(name);

/**
 * The panel that shows the values of a dimension. The host of a page is a part of its address; properties are
 * shown with events.
 */
function panelOf(name: Shown): Shown {
  if (name === 'host') return 'page';
  return isProperty(name) || name === 'property' ? 'event' : name;
}

/** Whether a viewer may read the values of a dimension: with a shared link, only those that it shows. */
export function isShown(name: Shown, { viewer }: Pick<StatContext, 'viewer'>): boolean {
  const link = openLink(viewer);
  const panels = link && panelsOf(link);
  // Counts by time belong to no panel.
  return !panels || !hasPanel(name) || (panels as Shown[]).includes(panelOf(name));
}

/**
 * Checks that a viewer may read the values of dimensions. Everything that groups or filters by a value must
 * use it.
 * @throws AppError `forbidden` if the viewer's shared link does not show one of them.
 */
export function requireShown(names: readonly Shown[], context: Pick<StatContext, 'viewer'>): void {
  const hidden = names.find((name) => !isShown(name, context));
  if (hidden === undefined) return;
  const link = openLink(context.viewer);
  const shown = (link && panelsOf(link)) ?? [];
  const list = shown.length > 0 ? `${shown.join(', ').toUpperCase()}, and totals` : 'totals only';
  const shownName = isProperty(hidden) ? 'PROPERTY' : hidden.toUpperCase();
  throw new AppError('forbidden', `The shared link does not show ${shownName}. It shows ${list}.`);
}

/**
 * Checks that a viewer may read rows of a part of a day. Two rows of a value, with and without the rest of
 * the day, would tell the count of the rest. Totals are not limited: the series by hour has them anyway.
 * @throws AppError `forbidden` if rows with small counts are hidden from the viewer.
 */
export function requirePartialDays(website: Website, context: Pick<StatContext, 'viewer'>): void {
  if (hiddenBelow(website, context) === 0) return;
  throw new AppError(
    'forbidden',
    'This website hides small counts, so only its team can read rows of a part of a day. ' +
      'Use `previous` without `elapsed`, or read only totals and series of it.',
  );
}

/**
 * Returns the filter under which a viewer reads statistics of a website. Everything that reads numbers of
 * hits must use it: for an API key or a shared link that is limited to a segment, no other hits exist.
 * @param asked the filter that the viewer asks for; null for all hits.
 * @throws AppError `forbidden` or `not_found` if the viewer may not read the statistics,
 *   or not under a filter, or not under one by these dimensions.
 */
export async function permittedFilter(
  website: Website,
  asked: Filter | null,
  context: StatContext,
): Promise<Filter | null> {
  const { viewer, loaders } = context;
  authorize(viewer, 'readStats', website);
  if (asked) requireFiltering(website, context);
  const filter = asked && (await shownFilter(website, asked, context));
  const segmentId = segmentOf(viewer, website.id);
  if (segmentId === null) return filter;
  const segment = await loaders.rows.Segment.load(segmentId);
  // The segment was deleted after the key or link had been checked, and these with it.
  if (!segment) throw notFound();
  const scope = segment.selects && (await withGoals(website, segment.selects, context));
  return scope && combinedFilter([{ kind: 'within', scope, part: null }, filter]);
}

/**
 * Returns a filter in which the filters of goals replace the goals, for a viewer who may use it. A link that
 * shows goals shows their results, even if a goal has conditions on dimensions that the link hides.
 * @throws AppError `invalid` as {@link withGoals}; `forbidden` as {@link requireShown}.
 */
export async function shownFilter(website: Website, asked: Filter, context: StatContext): Promise<Filter> {
  const filter = await withGoals(website, asked, context);
  requireShown(dimensionsOfFilter(isShown('goals', context) ? asked : filter), context);
  return filter;
}

/**
 * Returns a filter in which the filters of goals replace the goals.
 * @throws AppError `invalid`, with the place of a goal, if the website has no such goal, or if the filter has
 *   too many conditions with those of its goals.
 */
export async function withGoals(website: Website, filter: Filter, context: StatContext): Promise<Filter> {
  const goals = goalsOfFilter(filter);
  if (goals.length === 0) return filter;
  const rows = await Promise.all(goals.map(({ id }) => context.loaders.rows.Goal.load(id)));
  const selects = new Map<number, Filter>();
  for (const [index, { id, at }] of goals.entries()) {
    const row = rows[index];
    if (row?.websiteId !== website.id) throw invalid({ [at.join('.')]: [NO_GOAL] });
    selects.set(id, row.selects);
  }
  const replaced = replaceGoals(filter, ({ id }) => selects.get(id) as Filter);
  const { conditions } = FILTER_LIMITS;
  const count = conditionsOfFilter(replaced);
  if (count > conditions)
    throw invalid({
      [(goals[0] as { at: Path }).at.join('.')]: [
        `Must have at most ${conditions} conditions with the rest of the filter; got ${count} together.`,
      ],
    });
  return replaced;
}

/**
 * Returns the filter of a segment of a website.
 * @param id of the segment; null for none.
 * @throws AppError `invalid` if the viewer may not use the segment, or the website has no such segment.
 */
export async function segmentFilter(
  website: Website,
  id: number | null | undefined,
  context: StatContext,
): Promise<Filter | null> {
  if (id == null) return null;
  const segment = await visibleRow('Segment', id, context);
  if (segment?.websiteId === website.id)
    return segment.selects && (await withGoals(website, segment.selects, context));
  throw invalid({ segment: ['Must be the id of a segment of this website that the viewer may use.'] });
}

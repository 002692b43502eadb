import { parseJourney } from '../../engine/question/behaviour.ts';
import { dimensionsOfFilter } from '../../engine/question/filter.ts';
import type { JourneyNode } from '../../engine/question/types.ts';
import { requireFiltering, requireShown, withGoals } from '../access.ts';
import type { StatContext } from '../context.ts';
import type { Period } from '../periods.ts';
import { questionOf } from '../sums.ts';

/**
 * Reads what visits of a period did from the first hit that meets a condition on, or up to the last one.
 * @param period that the viewer may read.
 * @param args `start` or `end`, `steps`, `first`, with the names of GraphQL; not validated yet.
 * @throws AppError `invalid`, with the paths of wrong parts; `forbidden` if the viewer may not read it.
 */
export async function readJourneys(
  period: Period,
  args: Parameters<typeof parseJourney>[0],
  context: StatContext,
): Promise<readonly JourneyNode[]> {
  requireFiltering(period.website, context);
  const asked = parseJourney(args, 'graphql');
  const anchor = await withGoals(period.website, asked.anchor, context);
  requireShown(['page', 'event', ...dimensionsOfFilter(anchor)], context);
  const question = { ...questionOf(period), journey: { ...asked, anchor } };
  const { journey } = await context.loaders.analysis.load({ websiteId: period.website.id, question });
  return journey ?? [];
}

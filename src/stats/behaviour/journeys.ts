import { checkJourney, parseJourney } from '../../engine/question/behaviour.ts';
import { dimensionsOfFilter } from '../../engine/question/filter.ts';
import type { Naming } from '../../engine/question/filterNames.ts';
import type { JourneyNode } from '../../engine/question/types.ts';
import { withoutEmpty } from '../../validation/rules.ts';
import { requireFiltering, requireShown, withGoals } from '../access.ts';
import type { StatContext } from '../context.ts';
import type { Period } from '../periods.ts';
import { questionOf } from '../sums.ts';
import { ownPeriod } from './ownPeriod.ts';

/**
 * Reads what visits of a period did from the first hit that meets a condition on, or up to the last one.
 * @param period that the viewer may read.
 * @param args `start` or `end`, `steps`, `first`; not validated yet.
 * @throws AppError `invalid`, with the paths of wrong parts; `forbidden` if the viewer may not read it.
 */
export async function readJourneys(
  period: Period,
  args: Parameters<typeof parseJourney>[0],
  naming: Naming,
  context: StatContext,
): Promise<readonly JourneyNode[]> {
  requireFiltering(period.website, context);
  const asked = parseJourney(args, naming);
  const anchor = await withGoals(period.website, asked.anchor, context);
  requireShown(['page', 'event', ...dimensionsOfFilter(anchor)], context);
  const question = { ...questionOf(period), journey: { ...asked, anchor } };
  const { journey } = await context.loaders.analysis.load({ websiteId: period.website.id, question });
  return journey ?? [];
}

/**
 * Reads journeys of a website of the viewer's team, by the website's id.
 * @param args `from`, `to`, `filter`, and the arguments of journeys, with the names of REST; not validated
 *   yet. Empty ones count as missing.
 * @throws AppError as {@link readJourneys}; `not_found`.
 */
export async function readOwnJourneys(
  id: number,
  args: object,
  context: StatContext,
): Promise<readonly JourneyNode[]> {
  const given = withoutEmpty(args);
  const period = await ownPeriod(id, given, context, checkJourney(given, 'rest').fields);
  return readJourneys(period, given, 'rest', context);
}

import type { Question } from '../engine/question/types.ts';
import { OTHER } from '../engine/registry/statistics.ts';
import { hiddenBelow, isShown, requirePartialDays } from './access.ts';
import type { StatContext } from './context.ts';
import type { Period } from './periods.ts';
import { questionOf } from './sums.ts';

/** The number of hosts of a period at most. `breakdown` has all of them. */
export const MAX_HOSTS = 10;

/**
 * Returns the hosts with the most pageviews of a period, without `www.`. They are parts of the addresses of
 * pages, so a viewer whose shared link shows no pages gets none.
 * @throws AppError `forbidden` as `requirePartialDays`.
 */
export async function readHosts(period: Period, context: StatContext): Promise<string[]> {
  const { website, untilHour } = period;
  if (!isShown('host', context)) return [];
  if (untilHour !== null) requirePartialDays(website, context);
  const hideBelow = hiddenBelow(website, context);
  const question: Question = {
    ...questionOf(period),
    by: ['host'],
    nonEmpty: true,
    hideBelow,
    order: { metric: 'pageviews', direction: 'desc' },
    // One of the rows may be the sum of those beyond the limit of a day.
    limit: MAX_HOSTS + 1,
  };
  const { rows } = await context.loaders.analysis.load({ websiteId: website.id, question });
  return rows
    .map(({ values }) => values[0] as string)
    .filter((host) => host !== OTHER)
    .slice(0, MAX_HOSTS);
}

import { dayNumber } from '../calendar/days.ts';
import { combinedFilter } from '../engine/question/filter.ts';
import type { Filter } from '../engine/question/types.ts';
import { FEW } from '../engine/registry/dimensions.ts';
import { OTHER } from '../engine/registry/statistics.ts';
import { hiddenBelow, isShown, requirePartialDays } from './access.ts';
import type { StatContext } from './context.ts';
import type { Period } from './periods.ts';

/** The number of hosts of a period at most. `breakdown` has all of them. */
export const MAX_HOSTS = 10;

/** No host: an unknown one, and the sum of those beyond the limit of a day. */
const KNOWN: Filter = { kind: 'value', dimension: 'host', test: { notIn: ['', OTHER] } };

/**
 * Returns the most frequent hosts of the hits of a period, without `www.`. They are parts of the addresses of
 * pages, so a viewer whose shared link shows no pages gets none.
 * @throws AppError `forbidden` as `requirePartialDays`.
 */
export async function readHosts(period: Period, context: StatContext): Promise<string[]> {
  const { website, filter, untilHour } = period;
  if (!isShown('host', context)) return [];
  if (untilHour !== null) requirePartialDays(website, context);
  const hideBelow = hiddenBelow(website, context);
  const { loaders } = context;
  const days = { from: dayNumber(period.from), to: dayNumber(period.to) };
  const page = { offset: 0, limit: MAX_HOSTS };
  if (filter || untilHour !== null) {
    const { rows } = await loaders.analysis.load({
      websiteId: website.id,
      question: {
        ...days,
        ...page,
        untilHour,
        hideBelow,
        by: ['host'],
        search: null,
        positive: null,
        filter: combinedFilter([filter, KNOWN]),
        order: { metric: 'pageviews', direction: 'desc' },
      },
    });
    return rows.map(({ values }) => values[0] as string);
  }
  const { rows } = await loaders.stats.load({
    ...days,
    websiteId: website.id,
    name: 'host',
    search: null,
    sort: 'max',
    hideBelow,
    // One of the rows may be a sum.
    offset: 0,
    limit: MAX_HOSTS + 1,
  });
  return rows
    .map(({ value }) => value)
    .filter((value) => value !== OTHER && value !== FEW)
    .slice(0, MAX_HOSTS);
}

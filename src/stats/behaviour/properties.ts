import { z } from 'zod';
import type { EventProperties } from '../../engine/question/types.ts';
import type { Website } from '../../generated/prisma/client.ts';
import { daysInOrder, daysRules } from '../../validation/days.ts';
import { parseInput } from '../../validation/rules.ts';
import { hiddenBelow, isShown, permittedFilter } from '../access.ts';
import type { StatContext } from '../context.ts';
import { questionOf } from '../sums.ts';

const RANGE = z.object(daysRules).refine(...daysInOrder);

/** Maximum number of values of a property. */
export const MAX_VALUES = 100;

/**
 * Reads which events a website has in a range of days, and which properties events and pageviews have, for
 * menus. None for viewers from whom small counts are hidden, and for shared links that do not show events.
 * @param args `from` and `to`; not validated yet.
 * @returns those with the most hits first; `event` is null for pageviews.
 * @throws AppError `invalid`; `forbidden` or `not_found` if the viewer may not read the statistics.
 */
export async function readEventProperties(
  website: Website,
  args: object,
  context: StatContext,
): Promise<readonly EventProperties[]> {
  const { from, to } = parseInput(RANGE, args);
  const filter = await permittedFilter(website, null, context);
  if (hiddenBelow(website, context) > 0 || !isShown('event', context)) return [];
  const question = {
    ...questionOf({ from, to, untilHour: null, filter }),
    properties: { values: MAX_VALUES },
  };
  const { properties } = await context.loaders.analysis.load({ websiteId: website.id, question });
  return properties ?? [];
}

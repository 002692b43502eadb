import { parseDays } from '../../engine/question/input.ts';
import type { FieldErrors } from '../../errors.ts';
import { ownWebsite, permittedFilter } from '../access.ts';
import type { StatContext } from '../context.ts';
import type { Period } from '../periods.ts';

/**
 * Resolves a period of a website of the viewer's team, by the website's id.
 * @param args `from`, `to`, `filter`, with the names of REST; not validated yet.
 * @param others the mistakes in further arguments.
 * @throws AppError `invalid`; `forbidden` or `not_found` if the viewer may not read the statistics.
 */
export async function ownPeriod(
  id: number,
  args: object,
  context: StatContext,
  others: FieldErrors | null = null,
): Promise<Period> {
  const website = await ownWebsite(id, context);
  const { from, to, filter } = parseDays(args, 'rest', others);
  const permitted = await permittedFilter(website, filter, context);
  return { website, from, to, filter: permitted, untilHour: null, before: null };
}

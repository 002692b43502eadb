import { z } from 'zod';
import type { AuthDeps } from '../../auth/context.ts';
import { authorize, can } from '../../auth/permissions.ts';
import { dayNumber } from '../../calendar/days.ts';
import type { Annotation, Website } from '../../generated/prisma/client.ts';
import { daysInOrder, daysRules } from '../../validation/days.ts';
import { integer, parseInput, withDefault } from '../../validation/rules.ts';
import type { WebsiteContext } from '../context.ts';
import { ANNOTATIONS, MAX_ANNOTATIONS } from '../entities.ts';
import { enteredRow } from '../ofWebsite.ts';

/** The number of annotations that are listed by default. */
export const DEFAULT_LAST = 100;

const listSchema = z
  .object({
    ...daysRules,
    last: withDefault(
      integer(1, MAX_ANNOTATIONS, `Must be an integer from 1 to ${MAX_ANNOTATIONS}.`),
      DEFAULT_LAST,
    ),
  })
  .refine(...daysInOrder);

/**
 * Lists the annotations of a range of days that the viewer may see, in chronological order.
 * @param args `from`, `to` (local days of the website, both inclusive) and `last`, the maximum number of
 *   annotations; the latest are listed. Not validated yet.
 * @throws AppError `invalid`; `forbidden` or `not_found` if the viewer may not read the statistics.
 */
export async function listAnnotations(
  website: Website,
  args: object,
  { viewer, loaders }: WebsiteContext,
): Promise<Annotation[]> {
  authorize(viewer, 'readStats', website);
  const { from, to, last } = parseInput(listSchema, args);
  const days = { from: dayNumber(from), to: dayNumber(to) };
  const all = can(viewer, 'readAnnotations', website);
  return loaders.annotations.load({ websiteId: website.id, ...days, all, last });
}

/**
 * Returns an annotation by its id as a person entered it, with its website. For the command line.
 * @throws AppError `invalid` if there is none.
 */
export const findAnnotation = (
  id: string,
  deps: Pick<AuthDeps, 'db'>,
): Promise<Annotation & { website: Website }> =>
  enteredRow(ANNOTATIONS, id, 'List them with `footfall annotation list --website ID`.', deps);

import { z } from 'zod';
import { authorize, can } from '../auth/permissions.ts';
import { dayNumber } from '../calendar/days.ts';
import type { Context, Deps } from '../context.ts';
import { invalid } from '../errors.ts';
import type { Annotation, Website } from '../generated/prisma/client.ts';
import { daysInOrder, daysRules } from '../validation/days.ts';
import { integer, parseInput, withDefault } from '../validation/rules.ts';
import { MAX_ANNOTATIONS } from './changes.ts';

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
  { viewer, loaders }: Context,
): Promise<Annotation[]> {
  authorize(viewer, 'readStats', website);
  const { from, to, last } = parseInput(listSchema, args);
  const days = { from: dayNumber(from), to: dayNumber(to) };
  const all = can(viewer, 'readAnnotations', website);
  return loaders.annotations.load({ websiteId: website.id, ...days, all, last });
}

/** Returns an annotation by its id; null if it does not exist or the viewer may not see it. */
export async function visibleAnnotation(
  id: number,
  { viewer, loaders }: Context,
): Promise<Annotation | null> {
  const annotation = await loaders.annotation.load(id);
  const website = annotation && (await loaders.website.load(annotation.websiteId));
  return website && can(viewer, annotation.isPublic ? 'readStats' : 'readAnnotations', website)
    ? annotation
    : null;
}

/**
 * Returns an annotation by its id as a person entered it, with its website. For the command line.
 * @throws AppError `invalid` if there is none.
 */
export async function findAnnotation(
  id: string,
  { db }: Pick<Deps, 'db'>,
): Promise<Annotation & { website: Website }> {
  const include = { website: true };
  const row =
    /^\d{1,9}$/.test(id) && (await db.read.annotation.findUnique({ where: { id: Number(id) }, include }));
  if (row) return row;
  throw invalid({
    id: ['There is no annotation with this id. List them with `footfall annotation list --website ID`.'],
  });
}

import { z } from 'zod';
import { authorize, can, requireScope } from '../auth/permissions.ts';
import type { Viewer } from '../auth/viewer.ts';
import { localTime } from '../calendar/clock.ts';
import { dayNumber } from '../calendar/days.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/database.ts';
import { invalid, notFound } from '../errors.ts';
import type { Annotation, Website } from '../generated/prisma/client.ts';
import { daysRules } from '../validation/days.ts';
import { checkInput, optional, text } from '../validation/rules.ts';
import { cleanText } from '../validation/text.ts';

/** Maximum number of annotations of a website. */
export const MAX_ANNOTATIONS = 1_000;

/** Maximum length of the text of an annotation. */
export const MAX_TEXT = 200;

const textRule = z
  .string({ error: 'Is required.' })
  .transform((given) => cleanText(given).trim())
  .pipe(text(MAX_TEXT).min(1, 'Is required.'));
const publicRule = z.boolean({ error: 'Must be true or false.' });

const createSchema = z.object({
  day: optional(daysRules.from),
  text: textRule,
  public: optional(publicRule),
});
const updateSchema = createSchema.extend({ text: optional(textRule) });

/** The fields of an annotation, not validated yet. */
export interface AnnotationArgs {
  /** A local day of the website. */
  day?: unknown;
  text?: unknown;
  public?: unknown;
}

/**
 * Adds an annotation to a day of a website.
 * @param args by default the day is the current one in the website's time zone, and the annotation is not
 *   public.
 * @throws AppError `invalid`, also if the website has too many; `not_found`, `unauthenticated`, `forbidden`.
 */
export async function createAnnotation(
  args: AnnotationArgs & { website_id: number },
  context: Context,
): Promise<Annotation> {
  const { viewer, loaders } = context;
  requireScope(viewer, 'websites:write');
  const website = await loaders.website.load(args.website_id);
  if (!website || !can(viewer, 'own', website))
    throw invalid({ website_id: ['Must be the id of a website of the account.'] });
  authorize(viewer, 'change', website);
  const { data, fields } = checkInput(createSchema, args);
  if (fields) throw invalid(fields);
  const now = new Date(context.now());
  const annotation = await context.db.write(async (tx) => {
    const websiteId = website.id;
    const { timezone } = authorize(
      viewer,
      'change',
      await tx.website.findUnique({ where: { id: websiteId } }),
    );
    if ((await tx.annotation.count({ where: { websiteId } })) >= MAX_ANNOTATIONS)
      throw invalid({
        text: [`The website already has the maximum of ${MAX_ANNOTATIONS} annotations. Delete some first.`],
      });
    const day = data.day === undefined ? localTime(timezone, context.now()).day : dayNumber(data.day);
    const values = { day, text: data.text, isPublic: data.public ?? false };
    return tx.annotation.create({ data: { websiteId, ...values, createdAt: now, updatedAt: now } });
  });
  forget(annotation, context);
  return annotation;
}

/**
 * Changes an annotation. Omitted fields stay unchanged.
 * @throws AppError `invalid`, `not_found`, `unauthenticated`, `forbidden`.
 */
export async function updateAnnotation(
  id: number,
  args: AnnotationArgs,
  context: Context,
): Promise<Annotation> {
  requireScope(context.viewer, 'websites:write');
  const { data, fields } = checkInput(updateSchema, args);
  const changed = await context.db.write(async (tx) => {
    await changeable(tx, id, context.viewer);
    if (fields) throw invalid(fields);
    return tx.annotation.update({
      where: { id },
      data: {
        ...(data.day !== undefined && { day: dayNumber(data.day) }),
        ...(data.text !== undefined && { text: data.text }),
        ...(data.public !== undefined && { isPublic: data.public }),
        updatedAt: new Date(context.now()),
      },
    });
  });
  forget(changed, context);
  return changed;
}

/**
 * Deletes an annotation.
 * @returns the annotation before its deletion.
 * @throws AppError `not_found`, `unauthenticated`, `forbidden`.
 */
export async function deleteAnnotation(id: number, context: Context): Promise<Annotation> {
  requireScope(context.viewer, 'websites:write');
  const deleted = await context.db.write(async (tx) => {
    const before = await changeable(tx, id, context.viewer);
    await tx.annotation.delete({ where: { id } });
    return before;
  });
  forget(deleted, context);
  return deleted;
}

/** Changing an annotation also requires reading it, because the result shows it. */
async function changeable(tx: Transaction, id: number, viewer: Viewer): Promise<Annotation> {
  const found = await tx.annotation.findUnique({ where: { id }, include: { website: true } });
  if (!found) throw notFound();
  const { website, ...annotation }: Annotation & { website: Website } = found;
  authorize(viewer, 'change', website);
  authorize(viewer, 'readAnnotations', website);
  return annotation;
}

function forget({ id }: Annotation, { loaders }: Context): void {
  loaders.annotation.clear(id);
  loaders.annotations.clearAll();
}

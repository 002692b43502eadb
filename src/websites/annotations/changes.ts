import { z } from 'zod';
import { requireScope } from '../../auth/permissions.ts';
import { localTime } from '../../calendar/clock.ts';
import { dayNumber } from '../../calendar/days.ts';
import { invalid } from '../../errors.ts';
import type { Annotation } from '../../generated/prisma/client.ts';
import { daysRules } from '../../validation/days.ts';
import { checkInput, optional, text } from '../../validation/rules.ts';
import { cleanText } from '../../validation/text.ts';
import type { NewRowContext, WebsiteContext } from '../context.ts';
import { ANNOTATIONS } from '../entities.ts';
import { addRow, changeableRow, websiteForNew } from '../ofWebsite.ts';

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
  context: NewRowContext,
): Promise<Annotation> {
  const { id } = await websiteForNew(ANNOTATIONS, args.website_id, context);
  const { data, fields } = checkInput(createSchema, args);
  if (fields) throw invalid(fields);
  const annotation = await context.db.write((tx) =>
    addRow(tx, ANNOTATIONS, id, context, ({ timezone }) => ({
      day: data.day === undefined ? localTime(timezone, context.now()).day : dayNumber(data.day),
      text: data.text,
      isPublic: data.public ?? false,
    })),
  );
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
  context: WebsiteContext,
): Promise<Annotation> {
  requireScope(context.viewer, 'websites:write');
  const { data, fields } = checkInput(updateSchema, args);
  const changed = await context.db.write(async (tx) => {
    await changeableRow(tx, ANNOTATIONS, id, context.viewer);
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
export async function deleteAnnotation(id: number, context: WebsiteContext): Promise<Annotation> {
  requireScope(context.viewer, 'websites:write');
  const deleted = await context.db.write(async (tx) => {
    const before = await changeableRow(tx, ANNOTATIONS, id, context.viewer);
    await tx.annotation.delete({ where: { id } });
    return before;
  });
  forget(deleted, context);
  return deleted;
}

function forget({ id }: Annotation, { loaders }: NewRowContext): void {
  loaders.rows.Annotation.clear(id);
  loaders.annotations.clearAll();
}

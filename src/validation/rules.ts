import { z } from 'zod';
import { type FieldErrors, invalid } from '../errors.ts';

/** What a caller sent, checked: the data, or the messages by field. */
export type Checked<T> = { data: T; fields: null } | { data: null; fields: FieldErrors };

/**
 * Checks what a caller sent against a schema; every wrong field at once. Fields that the schema does not know
 * are ignored, as existing REST clients may send more.
 */
export function checkInput<T extends z.ZodObject>(schema: T, input: object): Checked<z.output<T>> {
  const result = schema.safeParse(input);
  if (result.success) return { data: result.data, fields: null };
  const fields: FieldErrors = {};
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? '');
    fields[field] = [...(fields[field] ?? []), issue.message];
  }
  return { data: null, fields };
}

/**
 * The same, for what needs no look into the database.
 * @throws AppError `invalid`, with the messages by field.
 */
export function parseInput<T extends z.ZodObject>(schema: T, input: object): z.output<T> {
  const { data, fields } = checkInput(schema, input);
  if (fields) throw invalid(fields);
  return data;
}

/** What a form leaves empty counts as not sent. */
const blankAsAbsent = (value: unknown) => (value === '' || value === null ? undefined : value);

/** A rule behind which an empty or missing value is `undefined`. */
export const optional = <T extends z.ZodType>(rule: T) => z.preprocess(blankAsAbsent, rule.optional());

/** A rule for a string that must be there. */
export const required = <T extends z.ZodType<unknown, string>>(rule: T) =>
  z.preprocess(
    blankAsAbsent,
    z
      .string({
        error: (issue) => (issue.input === undefined ? 'Is required.' : 'Must be a string, given once.'),
      })
      .pipe(rule),
  );

/** A rule behind which an empty or missing value is the given one. */
export const withDefault = <T extends z.ZodType>(rule: T, value: z.output<T>) =>
  z.preprocess(blankAsAbsent, rule.optional()).transform((given) => (given ?? value) as z.output<T>);

/** A whole number from `min` to `max`, as a number or, as forms and queries send it, in decimal digits. */
export function integer(min: number, max: number, message: string) {
  return z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,15}$/)
          .transform(Number),
      ],
      { error: message },
    )
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, message);
}

/** 0 or 1, as the REST API has its booleans. */
export const flag = integer(0, 1, 'Must be 0 or 1.').transform((value) => value === 1);

/** A string of at most `max` characters. */
export const text = (max: number) =>
  z.string({ error: 'Must be a string, given once.' }).max(max, `Must be at most ${max} characters long.`);

/** One of the given words. */
export const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, { error: `Must be one of: ${words.join(', ')}.` });

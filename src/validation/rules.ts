import { z } from 'zod';
import { type FieldErrors, invalid } from '../errors.ts';
import { describedBy, jsonSchemaOf } from './jsonSchema.ts';

/** Checked input: the data, or the error messages by field. */
export type Checked<T> = { data: T; fields: null } | { data: null; fields: FieldErrors };

/**
 * Checks input against a schema, and reports all invalid fields at once. Unknown fields are ignored, because
 * existing REST clients may send more.
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
 * As {@link checkInput}, for input whose checks do not need the database.
 * @throws AppError `invalid`, with the messages by field.
 */
export function parseInput<T extends z.ZodObject>(schema: T, input: object): z.output<T> {
  const { data, fields } = checkInput(schema, input);
  if (fields) throw invalid(fields);
  return data;
}

/** Returns arguments without empty ones, which count as missing, as in form fields. */
export const withoutEmpty = (args: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => value !== ''));

/** Empty form fields count as missing. */
const blankAsAbsent = (value: unknown) => (value === '' || value === null ? undefined : value);

/** An optional value: `undefined` if it is empty or missing. */
export const optional = <T extends z.ZodType>(rule: T) => z.preprocess(blankAsAbsent, rule.optional());

/** A required string. */
export const required = <T extends z.ZodType<unknown, string>>(rule: T) =>
  describedBy(
    z.preprocess(
      blankAsAbsent,
      z
        .string({
          error: (issue) => (issue.input === undefined ? 'Is required.' : 'Must be a single string.'),
        })
        .pipe(rule),
    ),
    jsonSchemaOf(rule),
  );

/** An optional value with a default, for an empty or missing one. */
export const withDefault = <T extends z.ZodType>(rule: T, value: z.output<T>) =>
  describedBy(
    z.preprocess(blankAsAbsent, rule.optional()).transform((given) => (given ?? value) as z.output<T>),
    { ...jsonSchemaOf(rule), default: value },
  );

/** An integer from `min` to `max`, as a number or, as in forms and query strings, in decimal digits. */
export function integer(min: number, max: number, message: string) {
  const rule = z
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
  return describedBy(rule, { type: 'integer', minimum: min, maximum: max });
}

/** A boolean of the REST API: 0 or 1. */
export const flag = describedBy(
  integer(0, 1, 'Must be 0 or 1.').transform((value) => value === 1),
  { type: 'integer', enum: [0, 1] },
);

/** Maximum length of a search text. */
export const MAX_SEARCH = 255;

/** The largest id: PostgreSQL stores ids in 32 bits, and rejects larger numbers. */
export const MAX_ID = 2 ** 31 - 1;

/** A string of at most `max` characters. */
export const text = (max: number) =>
  z.string({ error: 'Must be a single string.' }).max(max, `Must be at most ${max} characters long.`);

/** One of the given words. */
export const oneOf = <const T extends readonly string[]>(words: T) =>
  z.enum(words, { error: `Must be one of: ${words.join(', ')}.` });

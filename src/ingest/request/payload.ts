import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { cleanText, cutText } from '../../validation/text.ts';

const word = (max: number) =>
  z
    .string({ error: 'Must be a string.' })
    .max(max, `Must be at most ${max} characters long.`)
    .transform(cleanText);

const absent = <T extends z.ZodType>(rule: T) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), rule.optional());

const MAX_URL = 8_192;
/** Twice the length of a UUID. */
const MAX_ID = 72;
/** Characters after which the name of an event is cut. */
const MAX_EVENT = 100;

const eventSchema = z.object(
  {
    name: word(200).pipe(
      z
        .string()
        .trim()
        .min(1, 'Is required.')
        .transform((name) => cutText(name, MAX_EVENT)),
    ),
    value: absent(z.number({ error: 'Must be a number.' })),
    unit: absent(word(20)),
  },
  { error: 'Must be an object with name, value and unit.' },
);

const payloadSchema = z.object({
  website: absent(word(100)),
  page: z
    .string({ error: 'Is required: the full address of the page.' })
    .max(MAX_URL, `Must be at most ${MAX_URL} characters long.`),
  referrer: absent(z.string({ error: 'Must be a string.' }).transform((value) => value.slice(0, MAX_URL))),
  screen_resolution: absent(word(100)),
  language: absent(word(100)),
  event: absent(eventSchema),
  dnt: absent(z.boolean({ error: 'Must be true or false.' })),
  hash: absent(z.boolean({ error: 'Must be true or false.' })),
  id: absent(
    z.string({ error: 'Must be a string.' }).max(MAX_ID, `Must be at most ${MAX_ID} characters long.`),
  ),
});

/** The payload that the tracker sends: one pageview or one event. */
export type Payload = z.output<typeof payloadSchema>;

/**
 * Parses the payload of a hit.
 * @param body the request body, as JSON text or as parsed fields.
 * @throws AppError `bad_request` that says for each field what would be right.
 */
export function parsePayload(body: string | object): Payload {
  const result = payloadSchema.safeParse(typeof body === 'string' ? parseJson(body) : body);
  if (result.success) return result.data;
  const fields: Record<string, string[]> = {};
  for (const { path, message } of result.error.issues) {
    const name = path.join('.') || 'body';
    fields[name] = [...(fields[name] ?? []), message];
  }
  throw unreadable(fields);
}

/** Creates the error for a hit that cannot be read. */
export function unreadable(fields: Record<string, string[]>): AppError {
  return new AppError('bad_request', 'The hit cannot be read.', { fields });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError('bad_request', 'The hit cannot be read: the body must be well-formed JSON.');
  }
}

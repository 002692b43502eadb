import { z } from 'zod';
import { FIRST_DAY } from '../calendar/days.ts';
import { describedBy } from './jsonSchema.ts';
import { required } from './rules.ts';

const date = z.iso.date();
const isDay = (text: string) => date.safeParse(text).success && text >= FIRST_DAY;

/** A day as year-month-day. */
export const dayRule = describedBy(
  z
    .string({ error: 'Must be a single string.' })
    .refine(isDay, 'Must be a valid date, for example 2026-11-21.'),
  { type: 'string', format: 'date' },
);

const day = required(dayRule);

/** A range of days, both included. */
export const daysRules = { from: day, to: day };
const bothDays = z.object(daysRules);

const inOrder = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  from === undefined || to === undefined || from <= to;

/**
 * Rejects a range that ends before it begins. The error is reported together with those of other fields, but
 * not if one of the days is invalid itself.
 */
export const daysInOrder = [
  inOrder,
  {
    path: ['to'],
    error: 'Must be the same day as `from`, or later.',
    when: ({ value }: { value: unknown }) => bothDays.safeParse(value).success,
  },
] satisfies Parameters<z.ZodType<{ from: string; to: string }>['refine']>;

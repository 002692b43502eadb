import { z } from 'zod';
import { required } from './input.ts';

// From the year 1000 on: as numbers (20261121) days have eight digits, and months (202611) six.
const date = z.iso.date();
const isDay = (text: string) => /^[1-9]/.test(text) && date.safeParse(text).success;

const day = required(
  z.string().refine(isDay, 'Must be a date that exists, as year-month-day, for example 2026-11-21.'),
);

/** A range of days, both included. */
export const daysRules = { from: day, to: day };
const bothDays = z.object(daysRules);

const inOrder = ({ from, to }: { from: string; to: string }) => from <= to;

/**
 * Refuses a range that ends before it begins; said together with what is wrong with other fields, but not where
 * one of the days is wrong itself.
 */
export const daysInOrder = [
  inOrder,
  {
    path: ['to'],
    error: 'Must be the same day as from, or later.',
    when: ({ value }: { value: unknown }) => bothDays.safeParse(value).success,
  },
] satisfies Parameters<z.ZodType<{ from: string; to: string }>['refine']>;

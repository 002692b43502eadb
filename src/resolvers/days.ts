import { z } from 'zod';
import { required } from './input.ts';

const day = required(
  z.iso.date({ error: 'Must be a date that exists, as year-month-day, for example 2026-11-21.' }),
);

/** A range of days, both included. */
export const daysRules = { from: day, to: day };

/** Refuses a range that ends before it begins. */
export function inOrder({ from, to }: { from: string; to: string }, context: z.RefinementCtx): void {
  if (from > to)
    context.addIssue({ code: 'custom', path: ['to'], message: 'Must be the same day as from, or later.' });
}

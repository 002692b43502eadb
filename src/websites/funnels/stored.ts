import { type FunnelInput, parseFunnel } from '../../engine/question/behaviour.ts';
import { goalId } from '../../engine/question/filter.ts';
import type { Funnel } from '../../generated/prisma/client.ts';
import { snakeCase, withNames } from '../../validation/names.ts';

/** A funnel with what it asks. */
export interface LoadedFunnel extends Funnel {
  asks: FunnelInput;
}

/** Reads the steps of a funnel. @throws Error if they cannot be parsed, as the filter of a segment. */
export const loadedFunnel = (row: Funnel): LoadedFunnel => ({
  ...row,
  asks: parseFunnel({ ...row, steps: JSON.parse(row.steps) }, 'graphql'),
});

/** Returns stored steps with the names of REST. The ids of goals, which may be global ones, are integers. */
export const restSteps = (text: string): unknown =>
  withNames(
    JSON.parse(text, (name, value: unknown) => (name === 'goal' ? goalId(value) : value)),
    snakeCase,
  );

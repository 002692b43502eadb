import { type FunnelInput, parseFunnel } from '../../engine/question/behaviour.ts';
import type { Funnel } from '../../generated/prisma/client.ts';

/** A funnel with what it asks. */
export interface LoadedFunnel extends Funnel {
  asks: FunnelInput;
}

/** Reads the steps of a funnel. @throws Error if they cannot be parsed, as the filter of a segment. */
export const loadedFunnel = (row: Funnel): LoadedFunnel => ({
  ...row,
  asks: parseFunnel({ ...row, steps: JSON.parse(row.steps) }, 'graphql'),
});

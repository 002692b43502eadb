import type { Filter } from '../../engine/question/types.ts';
import type { Goal } from '../../generated/prisma/client.ts';
import { parseStored } from '../segments/storedFilter.ts';

/** A goal with its filter as the engine takes it. */
export interface LoadedGoal extends Goal {
  selects: Filter;
}

/** Reads the filter of a goal. @throws Error if it cannot be parsed (storedFilter.ts). */
export function loadedGoal(row: Goal): LoadedGoal {
  const selects = parseStored(row.filter);
  if (!selects) throw new Error(`The goal ${row.id} has no condition.`);
  return { ...row, selects };
}

import { goalId } from '../../engine/question/filter.ts';
import { invalid } from '../../errors.ts';

/** Filters are less deep by far. Deeper ones are refused when they are checked. */
const MAX_DEPTH = 100;

/**
 * Returns filters, or the steps of a funnel, of an export with the ids of the goals that were restored.
 * @param input not validated.
 * @param ids new ids by those in the export.
 * @throws AppError `invalid` if a goal is none of these: its id may be that of another goal by now.
 */
export function withGoalIds(input: unknown, ids: ReadonlyMap<number, number>, depth = 0): unknown {
  if (typeof input !== 'object' || input === null || depth > MAX_DEPTH) return input;
  if (Array.isArray(input)) return input.map((part) => withGoalIds(part, ids, depth + 1));
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [
      name,
      name === 'goal' ? newId(value, ids) : withGoalIds(value, ids, depth + 1),
    ]),
  );
}

function newId(value: unknown, ids: ReadonlyMap<number, number>): number {
  const id = ids.get(goalId(value));
  if (id !== undefined) return id;
  throw invalid({ goal: [`The goal ${goalId(value)} of the export, which it uses, was not restored.`] });
}

import type { Transaction } from '../../db/database.ts';
import { goalsOfFilter } from '../../engine/question/filter.ts';
import type { Filter } from '../../engine/question/types.ts';
import { invalid } from '../../errors.ts';

/** @throws AppError `invalid` unless all goals of filters are goals of the website. */
export async function requireGoals(
  tx: Pick<Transaction, 'goal'>,
  websiteId: number,
  filters: readonly Filter[],
): Promise<void> {
  const goals = filters.flatMap(goalsOfFilter);
  if (goals.length === 0) return;
  const rows = await tx.goal.findMany({ where: { websiteId }, select: { id: true } });
  const known = new Set(rows.map(({ id }) => id));
  const unknown = goals.find(({ id }) => !known.has(id));
  if (unknown) throw invalid({ [unknown.at.join('.')]: [NO_GOAL] });
}

export const NO_GOAL = 'Must be the id of a goal of this website.';

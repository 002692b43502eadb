import { createContext, useContext } from 'react';
import type { GoalRow } from '../types.ts';

/** A goal of the website, as the results of the page name it. */
export interface NamedGoal {
  /** Its id in addresses. */
  id: string;
  name: string;
}

/** The goals that the page knows, for texts of filters and for choices. */
export interface GoalNames {
  list: readonly NamedGoal[];
  has: (id: string) => boolean;
  /** The name of a goal; its number as long as the name is not known. */
  nameOf: (id: string) => string;
}

/** The names of the goals with these results. */
export function goalNamesOf(results: readonly GoalRow[]): GoalNames {
  const goals = results.flatMap(({ goal }) => goal ?? []);
  // Segments that were saved with the API may have global ids.
  const named = new Map(
    goals.flatMap(({ id, databaseId, name }) => [[id, name] as const, [String(databaseId), name]]),
  );
  return {
    list: goals.map(({ databaseId, name }) => ({ id: String(databaseId), name })),
    has: (id) => named.has(id),
    nameOf: (id) => named.get(id) ?? `#${id}`,
  };
}

/** The names of no goals. */
export const NO_GOALS: GoalNames = goalNamesOf([]);

export const KnownGoals = createContext<GoalNames>(NO_GOALS);

/** The names of the goals of the page. */
export const useGoalNames = (): GoalNames => useContext(KnownGoals);

import type { GoalRow } from '../types.ts';

/** A goal of the website, as the results of the page name it. */
export interface NamedGoal {
  /** Its id in addresses. */
  id: string;
  name: string;
}

let named: ReadonlyMap<string, string> = new Map();
let listed: readonly NamedGoal[] = [];

/**
 * Keeps the names of goals for everything that puts filters into words. The page calls it before it renders
 * what shows them, as it does with the texts of a language.
 */
export function setGoalNames(results: readonly GoalRow[]): void {
  const goals = results.flatMap(({ goal }) => goal ?? []);
  listed = goals.map(({ databaseId, name }) => ({ id: String(databaseId), name }));
  // Segments that were saved with the API may have global ids.
  named = new Map(
    goals.flatMap(({ id, databaseId, name }) => [[id, name] as const, [String(databaseId), name]]),
  );
}

/** The name of a goal; its number as long as the name is not known. */
export const goalName = (id: string): string => named.get(id) ?? `#${id}`;

/** Whether the name of a goal is known. */
export const isNamed = (id: string): boolean => named.has(id);

/** The goals that conditions can be about. */
export const namedGoals = (): readonly NamedGoal[] => listed;

import { createContext, useContext } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import type { GoalRow } from '../types.ts';

/** A goal in its dialog. */
export interface EditedGoal {
  /** The saved goal; null for a new one. */
  saved: NonNullable<GoalRow['goal']> | null;
  name: string;
  /** Null for a new condition. */
  filter: FilterInput | null;
}

export type EditGoal = (goal: EditedGoal) => void;

/** Opens the dialog of a goal; null for viewers who may not change goals. */
export const GoalEditing = createContext<EditGoal | null>(null);

export const useGoalEditing = (): EditGoal | null => useContext(GoalEditing);

/** The edited form of a saved goal. */
export const editedGoal = (saved: NonNullable<GoalRow['goal']>): EditedGoal => ({
  saved,
  name: saved.name,
  // Only the owner has the filter, and only the owner edits goals.
  filter: saved.filter === null ? null : (JSON.parse(saved.filter) as FilterInput),
});

import type { ReactNode } from 'react';
import { type EditGoal, GoalEditing } from './editGoal.ts';
import { type GoalNames, KnownGoals } from './goalNames.ts';

interface Props {
  names: GoalNames;
  /** Opens the dialog of a goal; null if the viewer may not change goals. */
  edit: EditGoal | null;
  children: ReactNode;
}

/** What every part of the page can know about goals: their names, and how to change one. */
export const GoalContexts = ({ names, edit, children }: Props) => (
  <KnownGoals value={names}>
    <GoalEditing value={edit}>{children}</GoalEditing>
  </KnownGoals>
);

import { type GoalMetric, isGoalMetric, isMetric } from '../chart/metrics.ts';
import { type Column, type Details, usualColumns, withColumns } from './detailsAddress.ts';

/** The details with the columns that the page can show: those of a goal need one. */
export function withShownColumns(details: Details, goalMetrics: readonly GoalMetric[]): Details {
  const columns = details.columns.filter((name) => isMetric(name) || goalMetrics.includes(name));
  return withColumns(details, columns.length > 0 ? columns : usualColumns(details.panel));
}

/** The columns after another goal was chosen, or none: the first one shows its conversions and their rate. */
export function columnsWithGoal(columns: readonly Column[], goal: string | null): readonly Column[] {
  if (goal === null) return columns.filter((name) => isMetric(name) || name === 'revenue');
  const hasSome = columns.some((name) => isGoalMetric(name) && name !== 'revenue');
  return hasSome ? columns : [...columns, 'conversions', 'conversion_rate'];
}

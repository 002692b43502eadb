import type { StatContext } from '../context.ts';
import type { Period } from '../periods.ts';
import type { CountedRows, OfRow } from './counted.ts';
import { type GoalChoice, type GoalResult, readGoalOfRows } from './goals.ts';
import type { Money } from './money.ts';
import { readRevenueOfRows } from './revenue.ts';

/** Reads goals and revenue of the rows of a page, each once for all rows. */
export interface RowsReader {
  /** @param all the visitors of the row. */
  goal(choice: GoalChoice, values: readonly string[], all: number): Promise<GoalResult>;
  revenue(values: readonly string[]): Promise<Money[]>;
}

/** Creates a reader. @param counted the rows of the page. */
export function createRowsReader(period: Period, counted: CountedRows, context: StatContext): RowsReader {
  const goals = new Map<string, ReturnType<typeof readGoalOfRows>>();
  let revenue: Promise<OfRow<Money[]>> | null = null;
  return {
    async goal(choice, values, all) {
      const key = JSON.stringify([choice.id, choice.filter]);
      const reading = goals.get(key) ?? readGoalOfRows(period, choice, counted, context);
      goals.set(key, reading);
      return (await reading)(values, all);
    },
    async revenue(values) {
      revenue ??= readRevenueOfRows(period, counted, context);
      return (await revenue)(values);
    },
  };
}

import type { ComponentProps } from 'react';
import type { StatisticsGoalChangesQueryVariables } from '../../gql/graphql.ts';
import type { GoalRow, Website } from '../types.ts';
import { useAskLater } from '../useAskLater.ts';
import { GoalChangesDocument } from './cardDocuments.ts';
import { GoalItem } from './GoalItem.tsx';

interface Props extends Omit<ComponentProps<typeof GoalItem>, 'row' | 'revenue' | 'before'> {
  /** Goals that follow each other. */
  rows: readonly GoalRow[];
  /** What reads these goals. */
  variables: StatisticsGoalChangesQueryVariables;
  website: Website;
  /** Whether new statistics are loading. */
  stale: boolean;
}

/** Some goals of the card, with the revenue and the changes that are read after the numbers of the page. */
export function GoalPart({ rows, variables, website, stale, ...item }: Props) {
  const { data, isCurrent } = useAskLater(GoalChangesDocument, variables, { website, pause: stale });
  const period = isCurrent ? data?.website?.period : null;
  const idOf = ({ goal }: { goal: { id: string } | null }) => goal?.id;
  const revenue = new Map(period?.goals.map((one) => [idOf(one), one.revenue]));
  const before = new Map(period?.previous?.goals.map((one) => [idOf(one), one.conversions]));
  return rows.map((row) => (
    <GoalItem
      key={idOf(row)}
      row={row}
      revenue={revenue.get(idOf(row)) ?? []}
      before={before.get(idOf(row)) ?? null}
      {...item}
    />
  ));
}

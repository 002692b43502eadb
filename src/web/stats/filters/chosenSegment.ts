import type { FilterInput, StatisticsPageQuery } from '../../gql/graphql.ts';
import type { FilterPart } from './conditions.ts';
import type { ChosenSegment } from './FilterBar.tsx';
import { isSameFilter, partsOf } from './filterInput.ts';

/** The segment that the filter of the page was chosen from; null if there is none, or if it is gone. */
export function chosenSegment(
  chosen: StatisticsPageQuery['chosen'],
  filters: readonly FilterPart[],
): ChosenSegment | null {
  if (chosen?.__typename !== 'Segment' || filters.length === 0) return null;
  const saved = partsOf(JSON.parse(chosen.filter) as FilterInput);
  return { id: chosen.id, name: chosen.name, isChanged: !saved || !isSameFilter(saved, filters) };
}

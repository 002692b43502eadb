import type { FilterInput } from '../../gql/graphql.ts';
import { partsOfAlternatives } from './alternatives.ts';
import { type FilterPart, isGroup, OF_HITS, type Subject } from './conditions.ts';
import { filterOfCondition, fitsAddress, keptApart, partsOf } from './filterInput.ts';

/**
 * Adds the conditions that select what belongs to a row. A row of pages, events or goals selects the visits
 * that saw the page, had the event or reached the goal, with everything they did: all numbers of the page
 * then describe the same visits. Values of one row belong to the same hit.
 *
 * Any other value replaces the `is` of its dimension: a value that is on the page is one of those that the
 * condition allows.
 */
export function withRow(
  parts: readonly FilterPart[],
  values: readonly (readonly [Subject, string])[],
): FilterPart[] {
  const ofHit = values.filter(([dimension]) => OF_HITS.includes(dimension));
  const others = values.filter(([dimension]) => !OF_HITS.includes(dimension));
  const kept = parts.filter(
    (one) => isGroup(one) || one.operator !== 'is' || !others.some(([name]) => name === one.dimension),
  );
  const isOne = { operator: 'is' } as const;
  const added: FilterPart[] = [
    ...others.map(([dimension, value]) => ({ ...isOne, dimension, values: [value], visited: false })),
    ...ofOneHit(ofHit.map(([dimension, value]) => ({ dimension, value }))),
  ];
  return withParts(kept, added);
}

/**
 * Adds the condition that selects the visits with a value of a property.
 * @param event the name of the event that has it; null for any hit.
 */
export const withProperty = (
  parts: readonly FilterPart[],
  { event, name, value }: { event: string | null; name: string; value: string },
): FilterPart[] =>
  withParts(
    parts,
    ofOneHit([
      ...(event === null ? [] : [{ dimension: 'event' as const, value: event }]),
      { dimension: 'property', property: name, value },
    ]),
  );

/** The part that selects the visits with a hit that has all of these values. */
function ofOneHit(values: readonly { dimension: Subject; property?: string; value: string }[]): FilterPart[] {
  if (values.length === 0) return [];
  const conditions = values.map(({ value, ...subject }, index) => ({
    ...subject,
    operator: 'is' as const,
    values: [value],
    visited: true,
    never: false,
    sameHit: index > 0,
  }));
  return partsOfAlternatives([{ conditions, negated: false }]);
}

function withParts(kept: readonly FilterPart[], added: readonly FilterPart[]): FilterPart[] {
  const filters = kept.map(filterKey);
  return keptApart([...kept, ...added.filter((part) => !filters.includes(filterKey(part)))]);
}

/**
 * Adds the condition that a visit has a hit that a filter selects.
 * @returns null if an address cannot hold it.
 */
export function withHit(parts: readonly FilterPart[], filter: FilterInput): FilterPart[] | null {
  const added = partsOf({ visited: filter });
  if (!added) return null;
  const filters = parts.map(filterKey);
  const all = keptApart([...parts, ...added.filter((part) => !filters.includes(filterKey(part)))]);
  return fitsAddress(all) ? all : null;
}

/** The parts without conditions on a goal. A group that contains one stays. */
export const withoutGoal = (parts: readonly FilterPart[], id: string): FilterPart[] =>
  parts.filter((part) => isGroup(part) || part.dimension !== 'goal' || !part.values.includes(id));

const filterKey = (part: FilterPart) => JSON.stringify(isGroup(part) ? part.filter : filterOfCondition(part));

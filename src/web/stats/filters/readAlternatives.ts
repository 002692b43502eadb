import type { FilterInput } from '../../gql/graphql.ts';
import { type Alternative, type EditedCondition, partsOfAlternatives } from './alternatives.ts';
import { type Condition, type FilterPart, isGroup, OF_HITS, takesSeveral } from './conditions.ts';
import { conditionsOf } from './filterInput.ts';

/** Reads the parts of a filter for their editor. The first view writes filters, but reads none. */

/** The number of conditions in all alternatives at most. */
export const MAX_CONDITIONS = 10;

/** The alternatives of a part of a filter; null if it has another form, which the editor cannot change. */
export function alternativesOf(part: FilterPart): Alternative[] | null {
  if (!isGroup(part)) return [{ conditions: [{ ...part, never: false, sameHit: false }], negated: false }];
  const { or, ...others } = part.filter;
  const each = or && Object.keys(others).length === 0 ? or : [part.filter];
  const found = each.map(alternativeOf);
  return found.length > 0 && found.every((one) => one !== null) ? found : null;
}

function alternativeOf(filter: FilterInput): Alternative | null {
  const plain = allOf(filter, editedOf);
  if (plain) return { conditions: plain, negated: false };
  const { not, ...others } = filter;
  const conditions = not && Object.keys(others).length === 0 ? allOf(not, editedOf) : null;
  return conditions && { conditions, negated: true };
}

/** Whether a condition of the editor can belong to the same hit as the one before. */
export const canShareHit = (before: EditedCondition, { visited, never }: EditedCondition): boolean =>
  visited && before.visited && before.never === never;

/**
 * Reads everything that must hold in a filter.
 * @param read reads a filter with one field; null if it cannot.
 */
function allOf<One>(filter: FilterInput, read: (filter: FilterInput) => One[] | null): One[] | null {
  const { and, ...fields } = filter;
  const found = [
    ...Object.entries(fields).map(([field, value]) => read({ [field]: value })),
    ...(and ?? []).map((one) => allOf(one, read)),
  ];
  return found.length > 0 && found.every((one) => one !== null) ? found.flat() : null;
}

/** The conditions of a filter with one field, which may be `not` or `visited`; null for something else. */
export function editedOf(filter: FilterInput): EditedCondition[] | null {
  const never = filter.not != null;
  const { visited, ...others } = filter.not ?? filter;
  const isVisited = visited != null && Object.keys(others).length === 0;
  const found = isVisited ? hitConditionsOf(visited) : conditionsOf(filter.not ?? filter);
  const edited = found?.map((one, index) => ({ ...one, visited: isVisited, never, sameHit: index > 0 }));
  if (!edited || isVisited) return edited ?? null;
  const isKnown = !never || (edited.length === 1 && edited.every(canBeNegated));
  return isKnown ? edited.map((one) => ({ ...one, sameHit: false })) : null;
}

const hitConditionsOf = (filter: FilterInput) => {
  const found = allOf(filter, conditionsOf);
  return found?.every((one) => !one.visited && OF_HITS.includes(one.dimension)) ? found : null;
};

/** Whether `never` is the only way to negate a condition on a value. */
export const canBeNegated = ({ operator }: Pick<Condition, 'operator'>) =>
  operator === 'starts' || operator === 'ends';

/**
 * The part that selects what a condition on whole values does not: `is` for `is not`, and the visits that
 * never saw a page for those that saw it. Null for other parts.
 */
export function oppositeOf(part: FilterPart): { edited: EditedCondition; opposite: FilterPart } | null {
  const [alternative, ...others] = alternativesOf(part) ?? [];
  const [edited, ...more] = alternative?.conditions ?? [];
  if (!alternative || !edited || alternative.negated || others.length + more.length > 0) return null;
  if (!takesSeveral(edited.operator) || (edited.dimension === 'goal' && !edited.visited)) return null;
  const turned: EditedCondition = edited.visited
    ? { ...edited, never: !edited.never }
    : { ...edited, operator: edited.operator === 'is' ? 'not' : 'is' };
  const [opposite] = partsOfAlternatives([{ conditions: [turned], negated: false }]);
  return opposite ? { edited, opposite } : null;
}

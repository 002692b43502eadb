import type { FilterInput } from '../../gql/graphql.ts';
import { type Condition, type FilterPart, isGroup } from './conditions.ts';
import { conditionsOf, filterOfCondition } from './filterInput.ts';

/** One of several conditions of which at least one must hold. */
export interface Alternative extends Condition {
  /** Whether no hit of the visit may meet the condition. Only with `visited`. */
  never: boolean;
}

/** The number of alternatives at most. */
export const MAX_ALTERNATIVES = 10;

/** The alternatives of a part of a filter; null if it has another form, which the editor cannot change. */
export function alternativesOf(part: FilterPart): Alternative[] | null {
  if (!isGroup(part)) return [{ ...part, never: false }];
  const { or, ...others } = part.filter;
  const each = or && Object.keys(others).length === 0 ? or : [part.filter];
  const found = each.map(alternativeOf);
  return found.length > 0 && found.every((one) => one !== null) ? found : null;
}

/** A filter with one condition, or with the absence of one in the visit; null for all others. */
export function alternativeOf(filter: FilterInput): Alternative | null {
  const { not, ...others } = filter;
  const never = not != null && Object.keys(others).length === 0;
  const [only, ...more] = conditionsOf(never ? not : filter) ?? [];
  if (!only || more.length > 0 || (never && !only.visited)) return null;
  return { ...only, never };
}

/** The part of a filter in which one of the alternatives must hold. */
export function partOf(alternatives: readonly Alternative[]): FilterPart {
  const [first, ...more] = alternatives.map(({ never, ...condition }): FilterPart => {
    const filter = filterOfCondition(condition);
    return never ? { filter: { not: filter } } : condition;
  });
  if (!first) throw new Error('A filter needs a condition.');
  if (more.length === 0) return first;
  const or = [first, ...more].map((part) => (isGroup(part) ? part.filter : filterOfCondition(part)));
  return { filter: { or } };
}

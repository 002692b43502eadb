import type { FilterInput } from '../../gql/graphql.ts';
import { type Condition, type FilterPart, isGroup } from './conditions.ts';
import { conditionsOf, filterOfCondition, keptApart } from './filterInput.ts';

/** A condition as the editor has it. */
export interface EditedCondition extends Condition {
  /** Whether no hit of the visit may meet the condition. Only with `visited`. */
  never: boolean;
}

/** Conditions that must all hold. Of several alternatives one must hold. */
export type Alternative = readonly EditedCondition[];

/** The number of conditions in all alternatives at most. */
export const MAX_CONDITIONS = 10;

/** The alternatives of a part of a filter; null if it has another form, which the editor cannot change. */
export function alternativesOf(part: FilterPart): Alternative[] | null {
  if (!isGroup(part)) return [[{ ...part, never: false }]];
  const { or, ...others } = part.filter;
  const each = or && Object.keys(others).length === 0 ? or : [part.filter];
  const found = each.map(alternativeOf);
  return found.length > 0 && found.every((one) => one !== null) ? found : null;
}

/** The conditions of a filter in which all must hold; null if it is something else. */
function alternativeOf(filter: FilterInput): Alternative | null {
  const { and, ...fields } = filter;
  const found = [
    ...Object.entries(fields).map(([field, value]) => editedOf({ [field]: value })),
    ...(and ?? []).map(alternativeOf),
  ];
  return found.length > 0 && found.every((one) => one !== null) ? found.flat() : null;
}

/** The conditions of a filter with one field, also of the absence of a hit in the visit; null for others. */
export function editedOf(filter: FilterInput): Alternative | null {
  if (!filter.not) return conditionsOf(filter)?.map((one) => ({ ...one, never: false })) ?? null;
  const [only, ...more] = conditionsOf(filter.not) ?? [];
  return only?.visited && more.length === 0 ? [{ ...only, never: true }] : null;
}

/** The parts of a filter in which one of the alternatives must hold. A single alternative has many parts. */
export function partsOfAlternatives(alternatives: readonly Alternative[]): FilterPart[] {
  const [first = [], ...more] = alternatives;
  if (more.length > 0) return [{ filter: { or: alternatives.map(filterOfAlternative) } }];
  return keptApart(
    first.map((one): FilterPart => {
      const { never, ...condition } = one;
      return never ? { filter: filterOfEdited(one) } : condition;
    }),
  );
}

/** The filter in which all conditions hold: side by side if it can, so that it stays short and flat. */
function filterOfAlternative(alternative: Alternative): FilterInput {
  const and = alternative.map(filterOfEdited);
  const whole: FilterInput = Object.assign({}, ...and);
  return Object.keys(whole).length === and.length ? whole : { and };
}

function filterOfEdited({ never, ...condition }: EditedCondition): FilterInput {
  const filter = filterOfCondition(condition);
  return never ? { not: filter } : filter;
}

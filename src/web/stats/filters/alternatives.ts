import type { FilterInput } from '../../gql/graphql.ts';
import { type Condition, type FilterPart, isGroup, OF_HITS, takesSeveral } from './conditions.ts';
import { conditionsOf, filterOfCondition, keptApart } from './filterInput.ts';

/** A condition as the editor has it. */
export interface EditedCondition extends Condition {
  /** Whether it must not hold: no hit of the visit with `visited`, otherwise only of `starts` and `ends`. */
  never: boolean;
  /** Whether the hit that meets the condition before must meet this one too. Only with `visited`. */
  sameHit: boolean;
}

/** Conditions that must all hold. Of several alternatives one must hold. */
export interface Alternative {
  conditions: readonly EditedCondition[];
  /** Whether they must not all hold. */
  negated: boolean;
}

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

/** The parts of a filter in which one of the alternatives must hold. A single alternative has many parts. */
export function partsOfAlternatives(alternatives: readonly Alternative[]): FilterPart[] {
  const [first, ...more] = alternatives;
  if (!first) return [];
  if (more.length > 0) return [{ filter: { or: alternatives.map(filterOfAlternative) } }];
  if (first.negated) return [{ filter: filterOfAlternative(first) }];
  return keptApart(
    byHit(first.conditions).map((conditions): FilterPart => {
      const [{ never, sameHit, ...condition }, ...others] = conditions;
      const isGroup = never || others.length > 0 || condition.dimension === 'property';
      return isGroup ? { filter: filterOfHit(conditions) } : condition;
    }),
  );
}

/** The filter in which one of the alternatives must hold, as short as it can be; null without any. */
export function filterOfAlternatives(alternatives: readonly Alternative[]): FilterInput | null {
  const [first, ...more] = alternatives;
  if (!first) return null;
  return more.length === 0 ? filterOfAlternative(first) : { or: alternatives.map(filterOfAlternative) };
}

function filterOfAlternative({ conditions, negated }: Alternative): FilterInput {
  const filter = together(byHit(conditions).map(filterOfHit));
  return negated ? { not: filter } : filter;
}

type OfOneHit = [EditedCondition, ...EditedCondition[]];

/** The conditions in groups: those of one hit, and each of the others alone. */
function byHit(conditions: readonly EditedCondition[]): OfOneHit[] {
  const groups: OfOneHit[] = [];
  for (const condition of conditions) {
    if (condition.sameHit) groups.at(-1)?.push(condition);
    else groups.push([condition]);
  }
  return groups;
}

function filterOfHit(conditions: OfOneHit): FilterInput {
  const [{ visited, never }] = conditions;
  const inner = together(conditions.map((one) => filterOfCondition({ ...one, visited: false })));
  const filter = visited ? { visited: inner } : inner;
  return never ? { not: filter } : filter;
}

/** The filter in which all must hold: side by side if it can, so that it stays short and flat. */
function together(filters: readonly FilterInput[]): FilterInput {
  const whole: FilterInput = Object.assign({}, ...filters);
  return Object.keys(whole).length === filters.length ? whole : { and: [...filters] };
}

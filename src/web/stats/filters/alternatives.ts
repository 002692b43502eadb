import type { FilterInput } from '../../gql/graphql.ts';
import type { Condition, FilterPart } from './conditions.ts';
import { filterOfCondition, keptApart } from './filterInput.ts';

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

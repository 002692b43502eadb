import type { Alternative, EditedCondition } from './alternatives.ts';
import { isList, isNumeric, isWithoutValue, type Subject } from './conditions.ts';
import { canShareHit } from './readAlternatives.ts';

/** A condition in the editor, and how it stands to the one before. `and` binds stronger than `or`. */
export interface Draft {
  joins: 'and' | 'or';
  condition: EditedCondition;
  /** Whether the alternative that begins with the condition is negated. */
  negated: boolean;
}

/** Conditions that are being edited, and the position of the one that is open. */
export interface DraftState {
  drafts: readonly Draft[];
  open: number;
}

/** Whether a condition has what it needs: a value, and of a property its name. */
export function isComplete({ dimension, operator, values, property }: EditedCondition): boolean {
  if (dimension === 'property' && !property?.trim()) return false;
  if (isWithoutValue(operator)) return true;
  if (isList({ dimension, operator })) return values.length > 0;
  const [value = ''] = values;
  return value !== '' && (!isNumeric(operator) || Number.isFinite(Number(value)));
}

/** Whether each condition has what it needs. */
export const areComplete = (drafts: readonly Draft[]): boolean =>
  drafts.every(({ condition }) => isComplete(condition));

/** The state in which the editing of alternatives begins. */
export const draftState = (alternatives: readonly Alternative[]): DraftState => ({
  drafts: draftsOf(alternatives),
  open: 0,
});

/** A single condition as alternatives. */
export const alternativesOfOne = (condition: EditedCondition): Alternative[] => [
  { conditions: [condition], negated: false },
];

/** The conditions of alternatives, one after the other. */
export const draftsOf = (alternatives: readonly Alternative[]): Draft[] =>
  alternatives.flatMap(({ conditions, negated }) =>
    conditions.map((condition, index) => ({
      joins: index === 0 ? 'or' : 'and',
      condition,
      negated: index === 0 && negated,
    })),
  );

/** The alternatives of conditions that stand one after the other. */
export function alternativesOfDrafts(drafts: readonly Draft[]): Alternative[] {
  const alternatives: { conditions: EditedCondition[]; negated: boolean }[] = [];
  for (const { joins, condition, negated } of drafts) {
    const last = alternatives.at(-1);
    if (joins === 'and' && last) last.conditions.push(condition);
    else alternatives.push({ conditions: [condition], negated });
  }
  return alternatives;
}

/** The position of the condition that begins the next alternative, seen from another. */
export function endOfAlternative(drafts: readonly Draft[], index: number): number {
  const next = drafts.findIndex(({ joins }, at) => at > index && joins === 'or');
  return next < 0 ? drafts.length : next;
}

/** Subjects of hits without a comparison that negates: a hit without an event is a pageview. */
const WITHOUT_NEGATION: readonly Subject[] = ['event', 'goal'];

/**
 * Whether the alternative that begins with a condition can be negated. Most single conditions have a
 * comparison for that.
 */
export function canNegate(drafts: readonly Draft[], index: number): boolean {
  const { joins, condition, negated } = drafts[index] as Draft;
  if (index > 0 && joins === 'and') return false;
  const isSingle = endOfAlternative(drafts, index) === index + 1;
  return negated || !isSingle || (WITHOUT_NEGATION.includes(condition.dimension) && !condition.visited);
}

/** Whether a condition can belong to the same hit as the one before. */
export function canJoinHit(drafts: readonly Draft[], index: number): boolean {
  const [before, draft] = [drafts[index - 1], drafts[index]];
  return draft?.joins === 'and' && before !== undefined && canShareHit(before.condition, draft.condition);
}

/** The conditions with another one in a place. Those that cannot belong to the same hit any more do not. */
export function withDraft(drafts: readonly Draft[], index: number, draft: Draft): Draft[] {
  const changed = drafts.with(index, draft);
  return changed.map((one, at) =>
    one.condition.sameHit && !canJoinHit(changed, at) ? apartFromBefore(one) : one,
  );
}

/** The conditions without one. The others of its alternative stay together, and the others of its hit too. */
export const withoutDraft = (drafts: readonly Draft[], index: number): Draft[] =>
  drafts.flatMap((draft, at) => {
    const removed = drafts[index];
    if (at === index || !removed) return [];
    if (at !== index + 1) return [draft];
    const next = removed.condition.sameHit ? draft : apartFromBefore(draft);
    const begins = removed.joins === 'or' && draft.joins === 'and';
    return [begins ? { ...next, joins: 'or', negated: removed.negated } : next];
  });

const apartFromBefore = (draft: Draft): Draft => ({
  ...draft,
  condition: { ...draft.condition, sameHit: false },
});

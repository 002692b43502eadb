import { type Alternative, canShareHit, type EditedCondition } from './alternatives.ts';

/** A condition in the editor, and how it stands to the one before. `and` binds stronger than `or`. */
export interface Draft {
  joins: 'and' | 'or';
  condition: EditedCondition;
}

/** The conditions of alternatives, one after the other. */
export const draftsOf = (alternatives: readonly Alternative[]): Draft[] =>
  alternatives.flatMap((alternative) =>
    alternative.map((condition, index) => ({ joins: index === 0 ? 'or' : 'and', condition })),
  );

/** The alternatives of conditions that stand one after the other. */
export function alternativesOfDrafts(drafts: readonly Draft[]): Alternative[] {
  const alternatives: EditedCondition[][] = [];
  for (const { joins, condition } of drafts) {
    const last = alternatives.at(-1);
    if (joins === 'and' && last) last.push(condition);
    else alternatives.push([condition]);
  }
  return alternatives;
}

/** The position of the condition that begins the next alternative, seen from another. */
export function endOfAlternative(drafts: readonly Draft[], index: number): number {
  const next = drafts.findIndex(({ joins }, at) => at > index && joins === 'or');
  return next < 0 ? drafts.length : next;
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
    return [removed.joins === 'or' ? { ...next, joins: 'or' } : next];
  });

const apartFromBefore = (draft: Draft): Draft => ({
  ...draft,
  condition: { ...draft.condition, sameHit: false },
});

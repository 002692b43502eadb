import type { Alternative, EditedCondition } from './alternatives.ts';

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

/** The conditions without one. The others of its alternative stay together. */
export const withoutDraft = (drafts: readonly Draft[], index: number): Draft[] =>
  drafts.flatMap((draft, at) => {
    if (at === index) return [];
    const follows = at === index + 1 && drafts[index]?.joins === 'or';
    return [follows ? { ...draft, joins: 'or' } : draft];
  });

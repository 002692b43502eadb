import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../shared/i18n/t.ts';
import { useGoalNames } from '../goals/goalNames.ts';
import { useShows } from '../link/shows.ts';
import type { Period } from '../types.ts';
import type { Alternative } from './alternatives.ts';
import { ConditionFields, newCondition } from './ConditionFields.tsx';
import {
  alternativesOfDrafts,
  alternativesOfOne,
  areComplete,
  canJoinHit,
  canNegate,
  type Draft,
  type DraftState,
  draftState,
  endOfAlternative,
  isComplete,
  withDraft,
  withoutDraft,
} from './drafts.ts';
import { MAX_CONDITIONS } from './readAlternatives.ts';
import { conditionInWords } from './words.ts';
import './filterEditor.css';

/** Conditions that are being edited. One is open at a time. */
export interface EditedConditions {
  drafts: readonly Draft[];
  open: number;
  /** Whether they are conditions on hits, as goals have them, and not on visits. */
  ofHits: boolean;
  /** Whether conditions on hits can be that these reach a goal. */
  withGoals: boolean;
  /** Whether each condition has a value. */
  isComplete: boolean;
  alternatives: Alternative[];
  change: (drafts: readonly Draft[], open?: number) => void;
}

/** Conditions that are being edited, whose state is kept elsewhere. */
export const editedConditions = (
  { drafts, open }: DraftState,
  { ofHits, withGoals = false }: { ofHits: boolean; withGoals?: boolean },
  onChange: (state: DraftState) => void,
): EditedConditions => ({
  drafts,
  open,
  ofHits,
  withGoals,
  isComplete: areComplete(drafts),
  alternatives: alternativesOfDrafts(drafts),
  change: (changed, opened = open) => onChange({ drafts: changed, open: opened }),
});

/** @param initial null for one new condition. */
export function useConditions(initial: readonly Alternative[] | null, ofHits = false): EditedConditions {
  const shows = useShows();
  const [state, setState] = useState(() =>
    draftState(initial ?? alternativesOfOne(newCondition(shows, ofHits))),
  );
  return editedConditions(state, { ofHits }, setState);
}

interface ListProps {
  edited: EditedConditions;
  trackingId: string;
  period: Pick<Period, 'from' | 'to'>;
  /** Whether the first field gets the focus when a dialog opens. */
  takesFocus?: boolean;
}

/** Conditions that are joined by `and` and `or`. */
export function ConditionList({ edited, trackingId, period, takesFocus = true }: ListProps) {
  const { drafts, open } = edited;
  const goals = useGoalNames();
  const change = (index: number, changed: Partial<Draft>) =>
    edited.change(withDraft(drafts, index, { ...(drafts[index] as Draft), ...changed }));
  function remove(index: number) {
    const left = withoutDraft(drafts, index);
    edited.change(left, Math.min(open > index ? open - 1 : open, left.length - 1));
  }
  return drafts.map(({ joins, condition, negated }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity.
    <fieldset key={index} className="filter-editor-one">
      {drafts.length > 1 && (
        <legend className="visually-hidden">{t('editor.condition', { number: index + 1 })}</legend>
      )}
      {index > 0 && (
        <div className={`filter-editor-${joins} quiet`}>
          <span>{t(`editor.${joins}`)}</span>
          {canJoinHit(drafts, index) && (
            <Check
              label={t('editor.sameHit')}
              checked={condition.sameHit}
              onChange={(sameHit) => change(index, { condition: { ...condition, sameHit } })}
            />
          )}
        </div>
      )}
      {canNegate(drafts, index) && (
        <Check
          label={t('editor.negated')}
          checked={negated}
          onChange={(changed) => change(index, { negated: changed })}
        />
      )}
      {index === open ? (
        <ConditionFields
          draft={condition}
          trackingId={trackingId}
          period={period}
          ofHits={edited.ofHits}
          withGoals={edited.withGoals}
          takesFocus={takesFocus}
          onChange={(changed) => change(index, { condition: changed })}
        />
      ) : (
        <div className="filter-editor-closed">
          <button type="button" className="button" onClick={() => edited.change(drafts, index)}>
            {isComplete(condition) ? conditionInWords(condition, goals) : t('editor.unfinished')}
          </button>
          <button
            type="button"
            className="button plain"
            aria-label={t('editor.remove', { number: index + 1 })}
            title={t('button.remove')}
            onClick={() => remove(index)}
          >
            <X size={16} aria-hidden />
          </button>
        </div>
      )}
    </fieldset>
  ));
}

/** Buttons that add a condition. */
export function AddConditions({ edited }: { edited: EditedConditions }) {
  const shows = useShows();
  const { drafts, open, ofHits } = edited;
  const isDisabled = !edited.isComplete || drafts.length >= MAX_CONDITIONS;
  const add = (joins: Draft['joins'], index: number) =>
    edited.change(
      drafts.toSpliced(index, 0, { joins, condition: newCondition(shows, ofHits), negated: false }),
      index,
    );
  return (
    <div className="filter-editor-add">
      <button
        type="button"
        className="button plain"
        disabled={isDisabled}
        onClick={() => add('and', endOfAlternative(drafts, open))}
      >
        <Plus size={16} aria-hidden /> {t('editor.addAnd')}
      </button>
      <button
        type="button"
        className="button plain"
        disabled={isDisabled}
        onClick={() => add('or', drafts.length)}
      >
        <Plus size={16} aria-hidden /> {t('editor.addOr')}
      </button>
    </div>
  );
}

interface CheckProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Check({ label, checked, onChange }: CheckProps) {
  return (
    <label className="filter-editor-check">
      <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      {label}
    </label>
  );
}

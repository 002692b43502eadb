import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
import { useShows } from '../link/shows.ts';
import type { Period } from '../types.ts';
import { alternativesOf, MAX_CONDITIONS, partsOfAlternatives } from './alternatives.ts';
import { ConditionFields, isComplete, newCondition } from './ConditionFields.tsx';
import type { FilterPart } from './conditions.ts';
import {
  alternativesOfDrafts,
  canJoinHit,
  canNegate,
  type Draft,
  draftsOf,
  endOfAlternative,
  withDraft,
  withoutDraft,
} from './drafts.ts';
import { conditionInWords } from './words.ts';
import './filterEditor.css';

interface Props {
  /** A part that has alternatives (alternatives.ts); null for a new condition. */
  part: FilterPart | null;
  trackingId: string;
  period: Pick<Period, 'from' | 'to'>;
  /** Whether an address can hold the page's filter with these parts. */
  fits: (parts: readonly FilterPart[]) => boolean;
  onClose: () => void;
  onSave: (parts: readonly FilterPart[]) => void;
}

/** A dialog that edits a condition, or several that are joined by `and` and `or`. One is open at a time. */
export default function FilterEditor({ part, trackingId, period, fits, onClose, onSave }: Props) {
  const shows = useShows();
  const [drafts, setDrafts] = useState(() =>
    draftsOf((part && alternativesOf(part)) ?? [{ conditions: [newCondition(shows)], negated: false }]),
  );
  const [open, setOpen] = useState(0);
  const complete = drafts.every(({ condition }) => isComplete(condition));
  const parts = partsOfAlternatives(alternativesOfDrafts(drafts));
  const tooLong = complete && !fits(parts);
  const isFull = drafts.length >= MAX_CONDITIONS;

  const change = (index: number, changed: Partial<Draft>) =>
    setDrafts(withDraft(drafts, index, { ...(drafts[index] as Draft), ...changed }));
  function save(event: FormEvent) {
    event.preventDefault();
    if (complete && !tooLong) onSave(parts);
  }
  function remove(index: number) {
    const left = withoutDraft(drafts, index);
    setDrafts(left);
    setOpen(Math.min(open > index ? open - 1 : open, left.length - 1));
  }
  function add(joins: Draft['joins'], index: number) {
    setDrafts(drafts.toSpliced(index, 0, { joins, condition: newCondition(shows), negated: false }));
    setOpen(index);
  }
  return (
    <Dialog title={t(part ? 'editor.edit' : 'editor.add')} onClose={onClose}>
      <form className="filter-editor" onSubmit={save}>
        {drafts.map(({ joins, condition, negated }, index) => (
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
                onChange={(changed) => change(index, { condition: changed })}
              />
            ) : (
              <div className="filter-editor-closed">
                <button type="button" className="button" onClick={() => setOpen(index)}>
                  {isComplete(condition) ? conditionInWords(condition) : t('editor.unfinished')}
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
        ))}
        {tooLong && (
          <p className="error-text" role="alert">
            {t('editor.tooLong')}
          </p>
        )}
        <footer>
          <div className="filter-editor-add">
            <button
              type="button"
              className="button plain"
              disabled={!complete || isFull}
              onClick={() => add('and', endOfAlternative(drafts, open))}
            >
              <Plus size={16} aria-hidden /> {t('editor.addAnd')}
            </button>
            <button
              type="button"
              className="button plain"
              disabled={!complete || isFull}
              onClick={() => add('or', drafts.length)}
            >
              <Plus size={16} aria-hidden /> {t('editor.addOr')}
            </button>
          </div>
          <div className="filter-editor-end">
            <button type="button" className="button" onClick={onClose}>
              {t('button.cancel')}
            </button>
            <button type="submit" className="button primary" disabled={!complete || tooLong}>
              {t('editor.apply')}
            </button>
          </div>
        </footer>
      </form>
    </Dialog>
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

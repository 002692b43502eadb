import type { FormEvent } from 'react';
import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
import type { Period } from '../types.ts';
import { partsOfAlternatives } from './alternatives.ts';
import { AddConditions, ConditionList, useConditions } from './Conditions.tsx';
import type { FilterPart } from './conditions.ts';
import { alternativesOf } from './readAlternatives.ts';

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

/** A dialog that edits a condition, or several that are joined by `and` and `or`. */
export default function FilterEditor({ part, trackingId, period, fits, onClose, onSave }: Props) {
  const edited = useConditions(part && alternativesOf(part));
  const parts = partsOfAlternatives(edited.alternatives);
  const tooLong = edited.isComplete && !fits(parts);

  function save(event: FormEvent) {
    event.preventDefault();
    if (edited.isComplete && !tooLong) onSave(parts);
  }
  return (
    <Dialog title={t(part ? 'editor.edit' : 'editor.add')} onClose={onClose}>
      <form className="filter-editor" onSubmit={save}>
        <ConditionList edited={edited} trackingId={trackingId} period={period} />
        {tooLong && (
          <p className="error-text" role="alert">
            {t('editor.tooLong')}
          </p>
        )}
        <footer>
          <AddConditions edited={edited} />
          <div className="filter-editor-end">
            <button type="button" className="button" onClick={onClose}>
              {t('button.cancel')}
            </button>
            <button type="submit" className="button primary" disabled={!edited.isComplete || tooLong}>
              {t('editor.apply')}
            </button>
          </div>
        </footer>
      </form>
    </Dialog>
  );
}

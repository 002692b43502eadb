import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
import { useShows } from '../link/shows.ts';
import type { Period } from '../types.ts';
import { alternativesOf, MAX_ALTERNATIVES, partOf } from './alternatives.ts';
import { ConditionFields, isComplete, newAlternative } from './ConditionFields.tsx';
import { type FilterPart, isGroup } from './conditions.ts';
import { filterOfText, textOfFilter } from './filterText.ts';
import { partInWords } from './words.ts';
import './filterEditor.css';

interface Props {
  /** A part that has alternatives (alternatives.ts); null for a new condition. */
  part: FilterPart | null;
  trackingId: string;
  period: Pick<Period, 'from' | 'to'>;
  onClose: () => void;
  onSave: (part: FilterPart) => void;
}

/** Whether an address can hold a part of a filter. */
const fits = (part: FilterPart) => !isGroup(part) || filterOfText(textOfFilter(part.filter)) !== null;

/** A dialog that edits a condition, or several of which one must hold. One of them is open at a time. */
export default function FilterEditor({ part, trackingId, period, onClose, onSave }: Props) {
  const shows = useShows();
  const [drafts, setDrafts] = useState(() => (part && alternativesOf(part)) ?? [newAlternative(shows)]);
  const [open, setOpen] = useState(0);
  const complete = drafts.every(isComplete);
  const tooLong = complete && !fits(partOf(drafts));

  function save(event: FormEvent) {
    event.preventDefault();
    if (complete && !tooLong) onSave(partOf(drafts));
  }
  function remove(index: number) {
    const left = drafts.toSpliced(index, 1);
    setDrafts(left);
    setOpen(Math.min(open > index ? open - 1 : open, left.length - 1));
  }
  function add() {
    setDrafts([...drafts, newAlternative(shows)]);
    setOpen(drafts.length);
  }
  return (
    <Dialog title={t(part ? 'editor.edit' : 'editor.add')} onClose={onClose}>
      <form className="filter-editor" onSubmit={save}>
        {drafts.map((draft, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity.
          <fieldset key={index} className="filter-editor-one">
            {drafts.length > 1 && (
              <legend className="visually-hidden">{t('editor.alternative', { number: index + 1 })}</legend>
            )}
            {index > 0 && <p className="filter-editor-or quiet">{t('editor.or')}</p>}
            {index === open ? (
              <ConditionFields
                {...{ draft, trackingId, period }}
                onChange={(changed) => setDrafts(drafts.with(index, changed))}
              />
            ) : (
              <div className="filter-editor-closed">
                <button type="button" className="button" onClick={() => setOpen(index)}>
                  {isComplete(draft) ? partInWords(partOf([draft])) : t('editor.unfinished')}
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
          <button
            type="button"
            className="button plain filter-editor-add"
            disabled={!complete || drafts.length >= MAX_ALTERNATIVES}
            onClick={add}
          >
            <Plus size={16} aria-hidden /> {t('editor.addOr')}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {t('button.cancel')}
          </button>
          <button type="submit" className="button primary" disabled={!complete || tooLong}>
            {t('editor.apply')}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

import { type FormEvent, useState } from 'react';
import { FILTER_DIMENSIONS, type FilterDimension } from '../../../analysis/dimensions.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
import { useShows } from '../link/shows.ts';
import type { Period } from '../types.ts';
import { type Condition, LIMITS, OF_HITS, OPERATORS, type Operator, takesSeveral } from './conditions.ts';
import { ValuePicker } from './ValuePicker.tsx';
import { dimensionInWords } from './words.ts';
import './filterEditor.css';

interface Props {
  /** Null for a new condition. */
  condition: Condition | null;
  trackingId: string;
  period: Pick<Period, 'from' | 'to'>;
  onClose: () => void;
  onSave: (condition: Condition) => void;
}

/** The subjects of conditions: every dimension, and pages and events of the whole visit. */
const SUBJECTS: readonly { dimension: FilterDimension; visited: boolean }[] = [
  ...OF_HITS.map((dimension) => ({ dimension, visited: false })),
  ...OF_HITS.map((dimension) => ({ dimension, visited: true })),
  ...FILTER_DIMENSIONS.filter((dimension) => !OF_HITS.includes(dimension)).map((dimension) => ({
    ...{ dimension, visited: false },
  })),
];
const NEW: Condition = { dimension: 'page', operator: 'is', values: [], visited: false };

/** A dialog that edits one condition. Values of `is` and `is not` are chosen from the data. */
export default function FilterEditor({ condition, trackingId, period, onClose, onSave }: Props) {
  const shows = useShows();
  const subjects = SUBJECTS.filter((one) => shows(one.dimension));
  const [draft, setDraft] = useState<Condition>(condition ?? { ...NEW, ...subjects[0] });
  const { dimension, operator, values, visited } = draft;
  const several = takesSeveral(operator);
  const subject = subjects.findIndex((one) => one.dimension === dimension && one.visited === visited);
  const isComplete = several ? values.length > 0 : values.length === 1 && values[0] !== '';

  function save(event: FormEvent) {
    event.preventDefault();
    if (isComplete) onSave(draft);
  }
  function chooseOperator(next: Operator) {
    // Whole values and parts of values are different things, so none is kept from one to the other.
    setDraft({ ...draft, operator: next, values: takesSeveral(next) === several ? values : [] });
  }
  return (
    <Dialog title={t(condition ? 'editor.edit' : 'editor.add')} onClose={onClose}>
      <form className="filter-editor" onSubmit={save}>
        <div className="filter-editor-condition">
          <select
            aria-label={t('editor.what')}
            value={subject}
            onChange={({ target }) => {
              const chosen = subjects[Number(target.value)];
              if (chosen) setDraft({ ...draft, ...chosen, values: [] });
            }}
          >
            {subjects.map((one, index) => (
              <option key={`${one.dimension} ${one.visited}`} value={index}>
                {dimensionInWords(one.dimension, one.visited)}
              </option>
            ))}
          </select>
          <select
            aria-label={t('editor.comparison')}
            value={operator}
            onChange={({ target }) => chooseOperator(target.value as Operator)}
          >
            {(Object.keys(OPERATORS) as Operator[]).map((name) => (
              <option key={name} value={name}>
                {t(`operator.${name}`)}
              </option>
            ))}
          </select>
        </div>
        {several ? (
          <ValuePicker
            key={dimension}
            {...{ dimension, trackingId, period }}
            chosen={values}
            onChange={(next) => setDraft({ ...draft, values: next })}
          />
        ) : (
          <input
            aria-label={t('editor.text')}
            placeholder={t('editor.textHint')}
            maxLength={LIMITS.length}
            value={values[0] ?? ''}
            onChange={({ target }) => setDraft({ ...draft, values: [target.value] })}
          />
        )}
        <footer>
          <button type="button" className="button" onClick={onClose}>
            {t('button.cancel')}
          </button>
          <button type="submit" className="button primary" disabled={!isComplete}>
            {t('editor.apply')}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

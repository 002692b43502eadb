import { Check, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { FilterInput, StatisticsSegmentsQuery } from '../../gql/graphql.ts';
import { t } from '../../shared/i18n/t.ts';
import { useGoalNames } from '../goals/goalNames.ts';
import { type FilterPart, isGroup } from './conditions.ts';
import { partsOf } from './filterInput.ts';
import { filterInWords, partsInWords } from './words.ts';

type Website = NonNullable<StatisticsSegmentsQuery['website']>;
export type Segment = NonNullable<Website['segments']>[number];

interface Props {
  segment: Segment;
  /** Whether the filter of the page was chosen from it. */
  isChosen: boolean;
  onChoose: (parts: readonly FilterPart[]) => void;
  /** @returns whether the name was changed. */
  onRename: (name: string) => Promise<boolean>;
  onDelete: () => void;
}

type Action = 'rename' | 'delete';

/** A segment in the list: its name and its filter in words, and buttons that choose, rename and delete it. */
export function SegmentItem({ segment, isChosen, onChoose, onRename, onDelete }: Props) {
  const [doing, setDoing] = useState<Action | null>(null);
  /** The button to which the focus returns. */
  const [left, setLeft] = useState<Action | null>(null);
  const goals = useGoalNames();
  const { name } = segment;
  const filter = JSON.parse(segment.filter) as FilterInput;
  const parts = partsOf(filter);
  const stop = () => {
    setLeft(doing);
    setDoing(null);
  };

  async function rename(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (await onRename(String(new FormData(event.currentTarget).get('name')))) stop();
  }
  if (doing === 'rename')
    return (
      <li>
        <form className="segments-row" onSubmit={rename}>
          <input
            name="name"
            aria-label={t('segments.newName', { name })}
            defaultValue={name}
            maxLength={100}
            required
            // biome-ignore lint/a11y/noAutofocus: the field replaces the button that was pressed.
            autoFocus
          />
          <button type="submit" className="button primary">
            {t('segments.rename')}
          </button>
          <Cancel onClick={stop} />
        </form>
      </li>
    );
  if (doing === 'delete')
    return (
      <li>
        <div className="segments-row">
          <span>{t('segments.sure', { name })}</span>
          <button
            type="button"
            className="button danger"
            // biome-ignore lint/a11y/noAutofocus: the question replaces the button that was pressed.
            autoFocus
            onClick={() => {
              stop();
              onDelete();
            }}
          >
            {t('segments.delete')}
          </button>
          <Cancel onClick={stop} />
        </div>
      </li>
    );
  return (
    <li>
      <button
        type="button"
        className="segments-choose"
        aria-current={isChosen ? 'true' : undefined}
        disabled={!parts}
        onClick={() => parts && onChoose(parts)}
      >
        <strong>
          {name}
          {isChosen && <Check size={15} aria-hidden />}
        </strong>
        <span className="quiet">
          {parts && !parts.some(isGroup)
            ? partsInWords(parts, goals).join(', ')
            : filterInWords(filter, goals)}
        </span>
        {!parts && <span className="quiet">{t('segments.tooLong')}</span>}
      </button>
      <button
        type="button"
        className="button plain"
        title={t('segments.rename')}
        aria-label={t('segments.renameOne', { name })}
        // biome-ignore lint/a11y/noAutofocus: the focus returns to the button that was pressed.
        autoFocus={left === 'rename'}
        onClick={() => setDoing('rename')}
      >
        <Pencil size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="button plain"
        title={t('segments.delete')}
        aria-label={t('segments.deleteOne', { name })}
        // biome-ignore lint/a11y/noAutofocus: see above.
        autoFocus={left === 'delete'}
        onClick={() => setDoing('delete')}
      >
        <Trash2 size={16} aria-hidden />
      </button>
    </li>
  );
}

const Cancel = ({ onClick }: { onClick: () => void }) => (
  <button type="button" className="button plain" onClick={onClick}>
    {t('button.cancel')}
  </button>
);

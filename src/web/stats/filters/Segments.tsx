import type { FormEvent } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import { useAsk } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { useGoalNames } from '../goals/goalNames.ts';
import type { FilterPart } from './conditions.ts';
import { SegmentsDocument } from './documents.ts';
import { filterOf, isSameFilter, partsOf } from './filterInput.ts';
import { type Segment, SegmentItem } from './SegmentItem.tsx';
import { useSegmentChanges } from './useSegmentChanges.ts';
import { partsInWords } from './words.ts';
import './segments.css';

interface Props {
  trackingId: string;
  /** The filter of the page, which can be saved. */
  filters: readonly FilterPart[];
  /** The id of the segment that the filter was chosen from; null for none. */
  chosen: string | null;
  onClose: () => void;
  /** Shows a segment, or the page's filter as the segment that it was saved as. */
  onChoose: (filters: readonly FilterPart[], id: string) => void;
}

/**
 * A dialog with the saved filters of a website. The filter of the page is saved under a name, or in place of
 * the filter of the chosen segment.
 */
export default function Segments({ trackingId, filters, chosen, onClose, onChoose }: Props) {
  const [{ data, error, fetching }, refetch] = useAsk(SegmentsDocument, { trackingId });
  const reload = () => refetch({ requestPolicy: 'network-only' });
  const { problem, create, update, remove } = useSegmentChanges(reload);
  const website = data?.website;
  const segments = website?.segments ?? [];
  const used = segments.find(({ id }) => id === chosen);
  const words = partsInWords(filters, useGoalNames()).join(', ');

  async function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const name = String(new FormData(form).get('name'));
    const filter = filterOf(filters);
    const id = website && filter && (await create({ websiteId: website.id, name, filter }));
    if (!id) return;
    form.reset();
    onChoose(filters, id);
  }
  return (
    <Dialog title={t('segments.title')} onClose={onClose}>
      <div className="segments">
        {error && <Problem error={error} retry={reload} />}
        {used && filters.length > 0 && (
          <Changes
            segment={used}
            filters={filters}
            words={words}
            onSave={() => update({ id: used.id, filter: filterOf(filters) })}
            onDiscard={(parts) => onChoose(parts, used.id)}
          />
        )}
        {segments.length > 0 && (
          <ul className="segments-list" aria-label={t('segments.title')} aria-busy={fetching}>
            {segments.map((segment) => (
              <SegmentItem
                key={segment.id}
                segment={segment}
                isChosen={segment.id === chosen}
                onChoose={(parts) => {
                  onChoose(parts, segment.id);
                  onClose();
                }}
                onRename={(name) => update({ id: segment.id, name })}
                onDelete={() => remove({ id: segment.id })}
              />
            ))}
          </ul>
        )}
        {website && segments.length === 0 && <p className="quiet">{t('segments.none')}</p>}
        {problem && (
          <p className="error-text" role="alert">
            {problem}
          </p>
        )}
        {/* Not before the website is loaded: a name that is saved earlier would be lost. */}
        {website && filters.length > 0 && (
          <form className="segments-new" onSubmit={save}>
            <label htmlFor="segment-name">
              <strong>{t('segments.saveNew')}</strong>
              <span className="quiet">{words}</span>
            </label>
            <div className="segments-row">
              <input
                id="segment-name"
                name="name"
                placeholder={t('segments.name')}
                maxLength={100}
                required
              />
              <button type="submit" className="button primary">
                {t('button.save')}
              </button>
            </div>
          </form>
        )}
        {filters.length === 0 && <p className="quiet">{t('segments.hint')}</p>}
      </div>
    </Dialog>
  );
}

interface ChangesProps {
  segment: Segment;
  filters: readonly FilterPart[];
  /** The filter of the page in words. */
  words: string;
  onSave: () => void;
  /** Receives the filter of the segment. */
  onDiscard: (parts: readonly FilterPart[]) => void;
}

/** What the page's filter changes in the chosen segment; nothing if they are the same. */
function Changes({ segment, filters, words, onSave, onDiscard }: ChangesProps) {
  const saved = partsOf(JSON.parse(segment.filter) as FilterInput);
  if (!saved || isSameFilter(saved, filters)) return null;
  return (
    <section className="segments-changes" aria-label={t('segments.changes', { name: segment.name })}>
      <p>
        <strong>{t('segments.changed', { name: segment.name })}</strong>
        <span>{words}</span>
        <span className="quiet">{t('segments.changedHint')}</span>
      </p>
      <div className="segments-row">
        <button type="button" className="button primary" onClick={onSave}>
          {t('segments.saveChanges')}
        </button>
        <button type="button" className="button" onClick={() => onDiscard(saved)}>
          {t('segments.discard')}
        </button>
      </div>
    </section>
  );
}

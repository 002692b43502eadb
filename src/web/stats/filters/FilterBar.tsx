import { Bookmark, Filter } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Boundary } from '../../shared/Boundary.tsx';
import { t } from '../../shared/i18n/t.ts';
import { Opening } from '../shortcuts/Opening.tsx';
import { useShortcuts } from '../shortcuts/useShortcuts.ts';
import type { Period } from '../types.ts';
import type { FilterPart } from './conditions.ts';
import { fitsAddress, keptApart } from './filterInput.ts';
import './filterBar.css';

const FilterChip = lazy(() => import('./FilterChip.tsx'));
const Segments = lazy(() => import('./Segments.tsx'));
const FilterEditor = lazy(() => import('./FilterEditor.tsx'));

interface Props {
  filters: readonly FilterPart[];
  trackingId: string;
  /** Null during the first load. */
  period: Pick<Period, 'from' | 'to'> | null;
  /** Whether the viewer is logged in, and so may have segments. */
  account: boolean;
  /** The segment that the filter was chosen from; null for none. */
  segment: ChosenSegment | null;
  /** @param segment the id of another segment that the filter is chosen from. */
  onChange: (filters: readonly FilterPart[], segment?: string | null) => void;
}

export interface ChosenSegment {
  id: string;
  name: string;
  /** Whether the filter of the page is another one by now. */
  isChanged: boolean;
}

/** The parts of the page's filter, one chip each, and buttons that add one and choose a segment. */
export function FilterBar({ filters, trackingId, period, account, segment, onChange }: Props) {
  /** The position of the edited condition; the number of conditions for a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  const [choosing, setChoosing] = useState(false);
  useShortcuts({ '/': () => period && setEdited(filters.length) });
  const replaced = (index: number, by: readonly FilterPart[]) =>
    keptApart(filters.toSpliced(index, 1, ...by));
  return (
    <section className="filter-bar" aria-label={t('filters.label')}>
      {filters.length > 0 && (
        <Boundary>
          <ul>
            {filters.map((part, index) => (
              <Suspense key={JSON.stringify(part)} fallback={<li className="filter-chip" aria-hidden />}>
                <FilterChip
                  part={part}
                  onEdit={() => setEdited(index)}
                  onChange={(changed) => onChange(replaced(index, [changed]))}
                  onRemove={() => onChange(replaced(index, []))}
                />
              </Suspense>
            ))}
          </ul>
        </Boundary>
      )}
      <button
        type="button"
        className="button plain"
        disabled={!period}
        onClick={() => setEdited(filters.length)}
      >
        <Filter size={15} aria-hidden />{' '}
        <span>{t(filters.length > 0 ? 'filters.addAnother' : 'filters.add')}</span>
      </button>
      {filters.length > 1 && (
        <button type="button" className="button plain" onClick={() => onChange([])}>
          {t('filters.clear')}
        </button>
      )}
      {account && (
        <button type="button" className="button plain" onClick={() => setChoosing(true)}>
          <Bookmark size={15} aria-hidden />
          {segment ? (
            <span className="filter-bar-segment">
              <span className="visually-hidden">{t('filters.segment')}: </span>
              <strong>{segment.name}</strong>
              {segment.isChanged && <span className="quiet"> · {t('filters.edited')}</span>}
            </span>
          ) : (
            <span>{t('filters.segments')}</span>
          )}
        </button>
      )}
      <Boundary className="part-failed-dialog card">
        <Suspense fallback={<Opening />}>
          {choosing && (
            <Segments
              trackingId={trackingId}
              filters={filters}
              chosen={segment?.id ?? null}
              onClose={() => setChoosing(false)}
              onChoose={onChange}
            />
          )}
          {edited !== null && period && (
            <FilterEditor
              part={filters[edited] ?? null}
              trackingId={trackingId}
              period={period}
              onClose={() => setEdited(null)}
              fits={(parts) => fitsAddress(replaced(edited, parts))}
              onSave={(parts) => {
                setEdited(null);
                onChange(replaced(edited, parts));
              }}
            />
          )}
        </Suspense>
      </Boundary>
    </section>
  );
}

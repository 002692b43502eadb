import { Bookmark, EqualNot, Filter, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Boundary } from '../Boundary.tsx';
import { useShortcuts } from '../shortcuts/useShortcuts.ts';
import type { Period } from '../types.ts';
import { type Condition, takesSeveral } from './conditions.ts';
import { conditionInWords, dimensionInWords, OPERATOR_WORDS, valuesInWords } from './words.ts';
import './filterBar.css';

const Segments = lazy(() => import('./Segments.tsx'));
const FilterEditor = lazy(() => import('./FilterEditor.tsx'));

interface Props {
  filters: readonly Condition[];
  trackingId: string;
  /** Null during the first load. */
  period: Pick<Period, 'from' | 'to'> | null;
  /** Whether the viewer is logged in, and so may have segments. */
  account: boolean;
  onChange: (filters: Condition[]) => void;
}

/** The conditions of the page's filter, one chip each, and a button that adds one. */
export function FilterBar({ filters, trackingId, period, account, onChange }: Props) {
  /** The position of the edited condition; the number of conditions for a new one. */
  const [edited, setEdited] = useState<number | null>(null);
  const [choosing, setChoosing] = useState(false);
  useShortcuts({ '/': () => period && setEdited(filters.length) });
  const replace = (index: number, ...by: Condition[]) => onChange(filters.toSpliced(index, 1, ...by));
  return (
    <section className="filter-bar" aria-label="Filters">
      {filters.length > 0 && (
        <ul>
          {filters.map((condition, index) => (
            <Chip
              key={JSON.stringify(condition)}
              condition={condition}
              onEdit={() => setEdited(index)}
              onNegate={(negated) => replace(index, negated)}
              onRemove={() => replace(index)}
            />
          ))}
        </ul>
      )}
      <button
        type="button"
        className="button plain"
        disabled={!period}
        onClick={() => setEdited(filters.length)}
      >
        <Filter size={15} aria-hidden /> <span>{filters.length > 0 ? 'Add' : 'Filter'}</span>
      </button>
      {filters.length > 1 && (
        <button type="button" className="button plain" onClick={() => onChange([])}>
          Clear all
        </button>
      )}
      {account && (
        <button type="button" className="button plain" onClick={() => setChoosing(true)}>
          <Bookmark size={15} aria-hidden /> <span>Segments</span>
        </button>
      )}
      <Boundary
        otherwise={
          <p className="error-text" role="alert">
            The filter could not be loaded. Reload the page.
          </p>
        }
      >
        <Suspense>
          {choosing && (
            <Segments
              {...{ trackingId, filters }}
              onClose={() => setChoosing(false)}
              onChoose={(chosen) => {
                setChoosing(false);
                onChange(chosen);
              }}
            />
          )}
          {edited !== null && period && (
            <FilterEditor
              condition={filters[edited] ?? null}
              trackingId={trackingId}
              period={period}
              onClose={() => setEdited(null)}
              onSave={(condition) => {
                setEdited(null);
                replace(edited, condition);
              }}
            />
          )}
        </Suspense>
      </Boundary>
    </section>
  );
}

interface ChipProps {
  condition: Condition;
  onEdit: () => void;
  onNegate: (negated: Condition) => void;
  onRemove: () => void;
}

function Chip({ condition, onEdit, onNegate, onRemove }: ChipProps) {
  const { dimension, operator, visited } = condition;
  const name = dimensionInWords(dimension, visited);
  const values = valuesInWords(condition);
  const words = conditionInWords(condition);
  const opposite = operator === 'is' ? 'not' : 'is';
  return (
    <li className="filter-chip">
      <button type="button" className="filter-chip-text" title={`Edit: ${words}`} onClick={onEdit}>
        {name} {OPERATOR_WORDS[operator]} <strong>{values}</strong>
      </button>
      {takesSeveral(operator) && (
        <button
          type="button"
          aria-pressed={operator === 'not'}
          aria-label={`Exclude: ${name} ${values}`}
          title={`Turn into “${OPERATOR_WORDS[opposite]}”`}
          onClick={() => onNegate({ ...condition, operator: opposite })}
        >
          <EqualNot size={14} aria-hidden />
        </button>
      )}
      <button type="button" aria-label={`Remove: ${words}`} title="Remove" onClick={onRemove}>
        <X size={14} aria-hidden />
      </button>
    </li>
  );
}

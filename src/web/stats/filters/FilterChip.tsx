import { EqualNot, X } from 'lucide-react';
import { type FilterPart, isGroup, takesSeveral } from './conditions.ts';
import { dimensionInWords, OPERATOR_WORDS, partInWords, valuesInWords } from './words.ts';

interface Props {
  part: FilterPart;
  onEdit: () => void;
  onChange: (changed: FilterPart) => void;
  onRemove: () => void;
}

/** A part of the filter, with buttons that edit, negate and remove it. Groups can only be removed. */
export function FilterChip({ part, onEdit, onChange, onRemove }: Props) {
  const words = partInWords(part);
  const remove = (
    <button type="button" aria-label={`Remove: ${words}`} title="Remove" onClick={onRemove}>
      <X size={14} aria-hidden />
    </button>
  );
  if (isGroup(part))
    return (
      <li className="filter-chip">
        <span className="filter-chip-text" title={words}>
          {words}
        </span>
        {remove}
      </li>
    );
  const { dimension, operator, visited } = part;
  const name = dimensionInWords(dimension, visited);
  const values = valuesInWords(part);
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
          onClick={() => onChange({ ...part, operator: opposite })}
        >
          <EqualNot size={14} aria-hidden />
        </button>
      )}
      {remove}
    </li>
  );
}

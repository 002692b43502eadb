import { EqualNot, X } from 'lucide-react';
import { t } from '../../shared/i18n/t.ts';
import { alternativesOf } from './alternatives.ts';
import { type FilterPart, isGroup, takesSeveral } from './conditions.ts';
import { aroundValues, dimensionInWords, partInWords, valuesInWords } from './words.ts';

interface Props {
  part: FilterPart;
  onEdit: () => void;
  onChange: (changed: FilterPart) => void;
  onRemove: () => void;
}

/**
 * A part of the filter, with buttons that edit, negate and remove it. Groups that the editor does not know
 * can only be removed.
 */
export function FilterChip({ part, onEdit, onChange, onRemove }: Props) {
  const words = partInWords(part);
  const remove = (
    <button
      type="button"
      aria-label={t('condition.remove', { condition: words })}
      title={t('button.remove')}
      onClick={onRemove}
    >
      <X size={14} aria-hidden />
    </button>
  );
  if (isGroup(part))
    return (
      <li className="filter-chip">
        {alternativesOf(part) ? (
          <button
            type="button"
            className="filter-chip-text"
            title={t('condition.edit', { condition: words })}
            onClick={onEdit}
          >
            {words}
          </button>
        ) : (
          <span className="filter-chip-text" title={words}>
            {words}
          </span>
        )}
        {remove}
      </li>
    );
  const { operator } = part;
  const name = dimensionInWords(part);
  const values = valuesInWords(part);
  const [before, after] = aroundValues(part);
  const opposite = operator === 'is' ? 'not' : 'is';
  return (
    <li className="filter-chip">
      <button
        type="button"
        className="filter-chip-text"
        title={t('condition.edit', { condition: words })}
        onClick={onEdit}
      >
        {before}
        <strong>{values}</strong>
        {after}
      </button>
      {takesSeveral(operator) && (
        <button
          type="button"
          aria-pressed={operator === 'not'}
          aria-label={t('condition.exclude', { dimension: name, values })}
          title={t('condition.turn', { operator: t(`operator.${opposite}`) })}
          onClick={() => onChange({ ...part, operator: opposite })}
        >
          <EqualNot size={14} aria-hidden />
        </button>
      )}
      {remove}
    </li>
  );
}

import { EqualNot, X } from 'lucide-react';
import { t } from '../../shared/i18n/t.ts';
import { useGoalNames } from '../goals/goalNames.ts';
import type { EditedCondition } from './alternatives.ts';
import { type Condition, type FilterPart, isGroup } from './conditions.ts';
import { alternativesOf, oppositeOf } from './readAlternatives.ts';
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
export default function FilterChip({ part, onEdit, onChange, onRemove }: Props) {
  const condition = partInWords(part, useGoalNames());
  const turned = oppositeOf(part);
  return (
    <li className="filter-chip">
      {alternativesOf(part) ? (
        <button
          type="button"
          className="filter-chip-text"
          title={t('condition.edit', { condition })}
          onClick={onEdit}
        >
          {isGroup(part) ? condition : <WithStrongValues condition={part} />}
        </button>
      ) : (
        <span className="filter-chip-text" title={condition}>
          {condition}
        </span>
      )}
      {turned && <Negate condition={turned.edited} onTurn={() => onChange(turned.opposite)} />}
      <button
        type="button"
        aria-label={t('condition.remove', { condition })}
        title={t('button.remove')}
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </li>
  );
}

function WithStrongValues({ condition }: { condition: Condition }) {
  const goals = useGoalNames();
  const [before, after] = aroundValues(condition);
  return (
    <>
      {before}
      <strong>{valuesInWords(condition, goals)}</strong>
      {after}
    </>
  );
}

/** Changes `is` to `is not`, *saw page* to *never saw page*, and back. */
function Negate({ condition, onTurn }: { condition: EditedCondition; onTurn: () => void }) {
  const goals = useGoalNames();
  const { operator, visited, never } = condition;
  const opposite = visited
    ? dimensionInWords({ ...condition, never: !never })
    : t(`operator.${operator === 'is' ? 'not' : 'is'}`);
  return (
    <button
      type="button"
      aria-pressed={visited ? never : operator === 'not'}
      aria-label={t('condition.exclude', {
        dimension: dimensionInWords({ ...condition, never: false }),
        values: valuesInWords(condition, goals),
      })}
      title={t('condition.turn', { operator: opposite })}
      onClick={onTurn}
    >
      <EqualNot size={14} aria-hidden />
    </button>
  );
}

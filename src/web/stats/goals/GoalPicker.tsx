import { t } from '../../shared/i18n/t.ts';
import type { Goals } from './useGoals.ts';

interface Props {
  goals: Goals;
  /** The id of the chosen goal in addresses; null for none. */
  chosen: string | null;
  /** Receives null for no goal. */
  onChoose: (id: string | null) => void;
}

/** The value of the option that shows more goals: no goal has this id. */
const ALL = 'all';

/** Chooses the goal whose numbers are shown; nothing without goals. */
export function GoalPicker({ goals: { names, showAll }, chosen, onChoose }: Props) {
  if (names.list.length === 0) return null;
  return (
    <select
      aria-label={t('goal.chosen')}
      value={chosen ?? ''}
      onChange={({ target }) => (target.value === ALL ? showAll?.() : onChoose(target.value || null))}
    >
      <option value="">{t('goal.none')}</option>
      {chosen !== null && !names.has(chosen) && <option value={chosen}>{names.nameOf(chosen)}</option>}
      {names.list.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
      {showAll && <option value={ALL}>{t('goals.all')}</option>}
    </select>
  );
}

interface CurrencyProps {
  currencies: readonly string[];
  chosen: string | null;
  onChoose: (currency: string) => void;
}

/** Chooses the currency of revenue; nothing if there is only one. */
export function CurrencyPicker({ currencies, chosen, onChoose }: CurrencyProps) {
  if (currencies.length < 2) return null;
  return (
    <select
      aria-label={t('goal.currency')}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(target.value)}
    >
      {[...currencies].sort().map((currency) => (
        <option key={currency}>{currency}</option>
      ))}
    </select>
  );
}

import { Pencil } from 'lucide-react';
import { grouped, moneyInWords, percent } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { ComparedPeriod } from '../chart/compared.ts';
import { MiddleCut } from '../panels/MiddleCut.tsx';
import { RowChange } from '../panels/RowChange.tsx';
import type { GoalRow } from '../types.ts';
import { type EditGoal, editedGoal } from './editGoal.ts';
import '../panels/barRow.css';

interface Props {
  row: GoalRow;
  /** Its revenue by currency; empty as long as it is loading. */
  revenue: readonly { currency: string; amount: string }[];
  /** The largest number of conversions, whose bar is as long as the row. */
  most: number;
  filter: ((id: string) => void) | null;
  /** Opens the dialog of the goal; null if the viewer may not change it. */
  edit: EditGoal | null;
  compared: ComparedPeriod | null;
  /** The conversions in the compared period; null if they are not known. */
  before: number | null;
}

/** A goal with its results. A click filters the page by it. */
export function GoalItem({ row, revenue, most, filter, edit, compared, before }: Props) {
  const { goal, conversions, visitors, conversionRate } = row;
  if (!goal) return null;
  const { name, databaseId } = goal;
  const amounts = revenue.map(moneyInWords).join(' · ');
  const width = most > 0 ? (conversions / most) * 100 : 0;
  return (
    <li className="bar-row goals-row">
      <span className="bar-row-bar" style={{ width: `${width}%` }} />
      <span className="goals-name">
        {filter ? (
          <button
            type="button"
            className="bar-row-label"
            title={name}
            aria-label={t('filters.by', { label: name })}
            onClick={() => filter(String(databaseId))}
          >
            <MiddleCut text={name} />
          </button>
        ) : (
          <span className="bar-row-label" title={name}>
            <MiddleCut text={name} />
          </span>
        )}
        {amounts && (
          <span className="goals-revenue quiet" title={t('goals.revenue', { amounts })}>
            <span className="visually-hidden">{t('goals.revenue', { amounts })}</span>
            <span aria-hidden="true">{amounts}</span>
          </span>
        )}
      </span>
      <span className="bar-row-numbers">
        <span className="bar-row-count">
          {grouped(conversions)} <span className="visually-hidden">{t('goals.conversions')}</span>
        </span>
        {compared && <RowChange unit="event" before={before} count={conversions} compared={compared} />}
      </span>
      <span className="goals-visitors">
        {grouped(visitors)} <span className="visually-hidden">{t('goals.visitors')}</span>
      </span>
      <span className="goals-rate">
        <span className="visually-hidden">{t('goals.rate')} </span>
        {conversionRate === null ? '–' : percent(conversionRate)}
      </span>
      {edit && (
        <button
          type="button"
          className="goals-edit"
          aria-label={t('goals.editOne', { name })}
          title={t('goals.edit')}
          onClick={() => edit(editedGoal(goal))}
        >
          <Pencil size={14} aria-hidden />
        </button>
      )}
    </li>
  );
}

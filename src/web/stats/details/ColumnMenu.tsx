import { Columns3 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../shared/i18n/t.ts';
import { useMenu } from '../../shared/useMenu.ts';
import { entryOf } from '../chart/goalMetrics.ts';
import { type GoalMetric, meaningOf, nameOf } from '../chart/metrics.ts';
import { type Column, columnsOf, type Details } from './detailsAddress.ts';

/** What gets the focus. */
const FIRST = ['input'];

interface Props {
  details: Details;
  /** The metrics of a goal that the page can show. */
  goalMetrics: readonly GoalMetric[];
  /** Chooses the goal of these columns. */
  children: ReactNode;
  onChoose: (columns: readonly Column[]) => void;
}

/** Chooses the columns of the table: a button, and a list of checkboxes below it. */
export function ColumnMenu({ details, goalMetrics, children, onChoose }: Props) {
  const { panel, columns } = details;
  const [open, setOpen] = useState(false);
  const { frame, button } = useMenu(open, setOpen, FIRST);
  const toggle = (metric: Column) =>
    onChoose(columns.includes(metric) ? columns.filter((one) => one !== metric) : [...columns, metric]);
  return (
    <div className="column-menu" ref={frame}>
      <button
        ref={button}
        type="button"
        className="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Columns3 size={16} aria-hidden /> {t('details.columns')}
      </button>
      {open && (
        <fieldset className="card column-menu-list">
          <legend className="visually-hidden">{t('details.columns')}</legend>
          {columnsOf(panel, goalMetrics).map((metric) => (
            <label key={metric} title={meaningOf(entryOf(metric, null))}>
              <input
                type="checkbox"
                checked={columns.includes(metric)}
                disabled={columns.length === 1 && columns.includes(metric)}
                onChange={() => toggle(metric)}
              />
              {nameOf(entryOf(metric, null))}
            </label>
          ))}
          {children}
        </fieldset>
      )}
    </div>
  );
}

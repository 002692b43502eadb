import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../shared/i18n/t.ts';
import { useMenu } from '../../shared/useMenu.ts';
import { CHART_METRICS, type Metric, meaningOf, nameOf } from '../chart/metrics.ts';
import { columnsOf, type Details } from './detailsAddress.ts';

/** What gets the focus. */
const FIRST = ['input'];

interface Props {
  details: Details;
  onChoose: (columns: readonly Metric[]) => void;
}

/** Chooses the columns of the table: a button, and a list of checkboxes below it. */
export function ColumnMenu({ details, onChoose }: Props) {
  const { panel, columns } = details;
  const [open, setOpen] = useState(false);
  const { frame, button } = useMenu(open, setOpen, FIRST);
  const toggle = (metric: Metric) =>
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
          {columnsOf(panel).map((metric) => (
            <label key={metric} title={meaningOf(CHART_METRICS[metric])}>
              <input
                type="checkbox"
                checked={columns.includes(metric)}
                disabled={columns.length === 1 && columns.includes(metric)}
                onChange={() => toggle(metric)}
              />
              {nameOf(CHART_METRICS[metric])}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}

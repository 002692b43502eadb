import { PERIODS, type PresetName } from '../../shared/periods.ts';
import { COLUMNS } from './address.ts';
import { COMPARED_WITH } from './comparedWith.ts';
import type { Totals } from './list.ts';
import { METRIC_NAMES, Metric } from './Metric.tsx';
import './totalsCard.css';

/** The totals over all websites of the account; null while they are loading. */
export function TotalsCard({ totals, period }: { totals: Totals | null; period: PresetName }) {
  return (
    <section className="card totals-card" aria-labelledby="totals" aria-busy={!totals}>
      <h2 id="totals">
        All websites
        <span className="quiet">
          {PERIODS[period]}
          {COMPARED_WITH[period] && `, compared with ${COMPARED_WITH[period]}`}
        </span>
      </h2>
      <dl>
        {METRIC_NAMES.map((name) => (
          <div key={name}>
            <dt>{COLUMNS[name]}</dt>
            <dd>
              {totals ? (
                <Metric name={name} period={period} now={totals} before={totals.previous} />
              ) : (
                <span className="skeleton" />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

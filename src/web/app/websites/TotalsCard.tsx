import { t } from '../../shared/i18n/t.ts';
import { type PresetName, presetInWords } from '../../shared/periods.ts';
import { beforeInWords } from './comparedWith.ts';
import type { Totals } from './list.ts';
import { METRIC_NAMES, Metric } from './Metric.tsx';
import './totalsCard.css';

/** The totals over all websites of the team; null while they are loading. */
export function TotalsCard({ totals, period }: { totals: Totals | null; period: PresetName }) {
  const before = beforeInWords(period);
  return (
    <section className="card totals-card" aria-labelledby="totals" aria-busy={!totals}>
      <h2 id="totals">
        {t('websites.all')}
        <span className="quiet">
          {before ? t('websites.totalsOf', { period: presetInWords(period), before }) : presetInWords(period)}
        </span>
      </h2>
      <dl>
        {METRIC_NAMES.map((name) => (
          <div key={name}>
            <dt>{t(`metric.${name}`)}</dt>
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

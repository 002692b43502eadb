import { percent } from '../../shared/i18n/format.ts';
import { rich, t } from '../../shared/i18n/t.ts';
import { type ComparedPeriod, classOf, comparedWith } from '../chart/compared.ts';
import { CHART_METRICS, type MetricEntry } from '../chart/metrics.ts';
import type { FunnelBefore, FunnelResult } from './useFunnel.ts';

/** The rate of a funnel is compared as other rates are. */
const RATE: MetricEntry = { ...CHART_METRICS.bounce_rate, moreIsBetter: true };

interface Props {
  result: FunnelResult;
  /** The numbers of the compared period; null if there are none. */
  before: FunnelBefore | null;
  compared: ComparedPeriod | null;
  /** The rules of the funnel in words. */
  rules: string;
}

/** How many of all visitors reached the last step. */
export function Whole({ result, before, compared, rules }: Props) {
  const { visitors, conversionRate } = result;
  const found = compared && comparedWith(RATE, [conversionRate, before?.conversionRate ?? null], compared);
  return (
    <div className="funnels-whole">
      <p>
        {conversionRate === null
          ? t('panel.none.visitors')
          : rich('funnels.whole', {
              rate: percent(conversionRate),
              count: visitors,
              strong: (text) => <strong>{text}</strong>,
            })}{' '}
        {found?.change && (
          <span title={found.explained}>
            <span className={classOf(found)}>{found.change.text}</span>
            <span className="visually-hidden"> {found.explained}</span>
          </span>
        )}
      </p>
      <p className="quiet">{rules}</p>
    </div>
  );
}

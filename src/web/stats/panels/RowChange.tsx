import { type ComparedPeriod, classOf, comparedWith } from '../chart/compared.ts';
import { CHART_METRICS } from '../chart/metrics.ts';
import { countedBefore } from '../chart/points.ts';
import type { Panel } from './panels.ts';
import './rowChange.css';

interface Props {
  /** What the statistic counts. */
  unit: Panel['unit'];
  count: number;
  /** The count of the same value in the compared period; null if it is not known. */
  before: number | null;
  compared: ComparedPeriod;
}

/** Whether rows can be compared: part of the compared period was recorded. */
export const isCompared = ({ period, website }: ComparedPeriod) => countedBefore(period, website) !== 'none';

/** The change of a row from the compared period; empty where it would mislead. */
export function RowChange({ unit, count, before, compared }: Props) {
  const found = comparedWith(CHART_METRICS[`${unit}s`], [count, before], compared, true);
  if (!found?.change) return <span className="row-change" />;
  return (
    <span className="row-change" title={found.explained}>
      <span className={classOf(found)}>{found.change.text}</span>
      <span className="visually-hidden"> {found.explained}</span>
    </span>
  );
}

import { t } from '../../shared/i18n/t.ts';
import { untilInWords } from '../compare.ts';
import { type MetricEntry, nameOf, type Value } from './metrics.ts';
import type { Point } from './points.ts';

interface Props {
  points: Point[];
  metric: MetricEntry;
  summary: string;
  /** Whether the points have those of the compared period. */
  compared: boolean;
  /** The notes by the name of their point. */
  notes: ReadonlyMap<string, string>;
}

/** The points of the chart as a table, which only screen readers see. */
export function ChartTable({ points, metric, summary, compared, notes }: Props) {
  const name = nameOf(metric);
  const value = (of: Value | null) => (of === null ? t('chart.noVisits') : metric.format(of));
  const nowInWords = ({ gap, future, now }: Point) =>
    gap ? t('chart.noHour') : future ? t('chart.noData') : value(now);
  const words = (point: string, partial: boolean) => (partial ? t('chart.partial', { point }) : point);
  return (
    <div className="visually-hidden">
      <table>
        <caption>{summary}</caption>
        <thead>
          <tr>
            <th scope="col">{t('chart.time')}</th>
            <th scope="col">{name}</th>
            {compared && <th scope="col">{t('chart.compared')}</th>}
            {compared && <th scope="col">{t('chart.inCompared', { metric: name })}</th>}
            {notes.size > 0 && <th scope="col">{t('chart.notes')}</th>}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.at}>
              <th scope="row">{words(point.words, point.partial)}</th>
              <td>{nowInWords(point)}</td>
              {compared && (
                <td>
                  {point.before &&
                    untilInWords(words(point.before.words, point.before.partial), point.before.untilHour)}
                </td>
              )}
              {compared && <td>{point.before && value(point.before.value)}</td>}
              {notes.size > 0 && <td>{notes.get(point.at)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

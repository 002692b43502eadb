import type { MetricEntry } from './metrics.ts';
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
  const { name } = metric;
  const value = (of: number | null) => (of === null ? 'no visits' : metric.format(of));
  const words = (of: { words: string; partial: boolean }) => of.words + (of.partial ? ', incomplete' : '');
  return (
    <div className="visually-hidden">
      <table>
        <caption>{summary}</caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">{name}</th>
            {compared && <th scope="col">Compared with</th>}
            {compared && <th scope="col">{name} in the compared period</th>}
            {notes.size > 0 && <th scope="col">Notes</th>}
          </tr>
        </thead>
        <tbody>
          {points.map((point) => (
            <tr key={point.at}>
              <th scope="row">{words(point)}</th>
              <td>{point.future ? 'no data yet' : value(point.now)}</td>
              {compared && <td>{point.before && words(point.before) + point.before.until}</td>}
              {compared && <td>{point.before && value(point.before.value)}</td>}
              {notes.size > 0 && <td>{notes.get(point.at)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

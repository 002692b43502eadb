import { FEW } from '../../../engine/registry/dimensions.ts';
import { OTHER } from '../../../engine/registry/statistics.ts';
import { grouped, percent } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { FilterPart } from '../filters/conditions.ts';
import { filterOf } from '../filters/filterInput.ts';
import { withRow } from '../filters/rowFilter.ts';
import { useGoalNames } from '../goals/goalNames.ts';
import { labelOf } from '../labels.ts';
import { dimensionOf, headingOf, type Panel } from '../panels/panels.ts';
import { RowIcon } from '../panels/RowIcon.tsx';
import type { Row } from '../types.ts';
import { type SavedFunnel, stepsOf } from './editedFunnel.ts';
import { stepName } from './rules.ts';
import { type FunnelResult, type ShownPage, useFunnel } from './useFunnel.ts';
import '../panels/barRow.css';
import './funnelSplit.css';

/** Each value is a funnel of its own. */
const MOST_VALUES = 5;

interface Props {
  page: ShownPage;
  funnel: SavedFunnel;
  /** The funnel of all visitors. */
  result: FunnelResult;
  panel: Panel;
  /** Filters the page; null if the viewer may not. */
  filter: ((filters: FilterPart[]) => void) | null;
}

/** The funnel of each of the largest values of a statistic, as its card lists them. */
export function FunnelSplit({ page, funnel, result, panel, filter }: Props) {
  const rows = (page.website.period[panel.name]?.nodes ?? [])
    // What they sum up are other values.
    .filter(({ value }) => value !== FEW && value !== OTHER)
    .slice(0, MOST_VALUES);
  const goals = useGoalNames();
  const steps = stepsOf(funnel);
  const label = t('funnels.splitBy', { name: funnel.name, dimension: headingOf(panel.name) });
  if (rows.length === 0) return <p className="quiet">{t(`panel.none.${panel.unit}s`)}</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: allows scrolling by keyboard.
    <section className="funnel-split" tabIndex={0} aria-label={label}>
      <table>
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{headingOf(panel.name)}</th>
            {result.steps.map(({ name }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity.
              <th key={index} scope="col" title={stepName(name, index, steps, goals)}>
                <span className="funnel-number" aria-hidden="true">
                  {index + 1}
                </span>
                <span className="visually-hidden">{stepName(name, index, steps, goals)}</span>
              </th>
            ))}
            <th scope="col">{t('goals.rate')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <SplitRow
              key={row.value}
              page={page}
              id={String(funnel.databaseId)}
              panel={panel}
              row={row}
              count={result.steps.length}
              filter={filter}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('funnels.all')}</th>
            <Cells result={result} count={result.steps.length} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

interface RowProps extends Pick<Props, 'page' | 'panel' | 'filter'> {
  id: string;
  row: Row;
  /** The number of steps. */
  count: number;
}

function SplitRow({ page, id, panel, row, count, filter }: RowProps) {
  const dimension = dimensionOf(panel.name);
  const label = labelOf(dimension, row);
  const filters = withRow(page.shown.filters, [[dimension, row.value]]);
  const { result } = useFunnel(page, id, filterOf(filters));
  return (
    <tr>
      <th scope="row">
        <span className="funnel-split-value">
          <RowIcon name={panel.name} value={row.value} source={row.source} />
          {filter ? (
            <button
              type="button"
              className="bar-row-label"
              title={label}
              aria-label={t('filters.by', { label })}
              onClick={() => filter(filters)}
            >
              {label}
            </button>
          ) : (
            <span className="bar-row-label">{label}</span>
          )}
        </span>
      </th>
      <Cells result={result} count={count} />
    </tr>
  );
}

/** The visitors of each step and their part of the first step, and the whole rate; empty while loading. */
function Cells({ result, count }: { result: FunnelResult | null; count: number }) {
  const rateOf = (rate: number | null) => (rate === null ? '–' : percent(rate));
  return (
    <>
      {Array.from({ length: count }, (_, index) => {
        const step = result?.steps[index];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity.
          <td key={index}>
            {step ? grouped(step.visitors) : '…'}
            {step && index > 0 && <span className="quiet">{rateOf(step.rateFromFirst)}</span>}
          </td>
        );
      })}
      <td>{result ? rateOf(result.conversionRate) : '…'}</td>
    </>
  );
}

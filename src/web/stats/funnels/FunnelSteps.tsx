import type { FunnelStepInput } from '../../gql/graphql.ts';
import { duration, grouped, percent } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { ComparedPeriod } from '../chart/compared.ts';
import type { FilterPart } from '../filters/conditions.ts';
import { withHit } from '../filters/rowFilter.ts';
import { useGoalNames } from '../goals/goalNames.ts';
import { labelOf } from '../labels.ts';
import { RowChange } from '../panels/RowChange.tsx';
import { filterOfStep } from './editedFunnel.ts';
import { stepName } from './rules.ts';
import type { FunnelBefore, FunnelResult, FunnelStepResult } from './useFunnel.ts';
import '../panels/barRow.css';

interface Props {
  result: FunnelResult;
  /** The numbers of the compared period; null if there are none. */
  before: FunnelBefore | null;
  compared: ComparedPeriod | null;
  /** The steps with their conditions; null if the viewer may not see them. */
  steps: readonly FunnelStepInput[] | null;
  /** The filter of the page. */
  filters: readonly FilterPart[];
  /** Filters the page; null if the viewer may not. */
  filter: ((filters: FilterPart[]) => void) | null;
}

/** The steps of a funnel as bars, and between them who left. A click on a step filters the page by it. */
export function FunnelSteps({ result, before, compared, steps, filters, filter }: Props) {
  const goals = useGoalNames();
  const most = result.steps[0]?.visitors ?? 0;
  return (
    <>
      <div className="panel-card-head goals-head quiet" aria-hidden="true">
        <span>{t('funnels.steps')}</span>
        <span className="panel-card-unit">{t('goals.visitors')}</span>
        {compared && <span className="panel-card-change">{t('panel.change')}</span>}
        <span className="funnels-rate">{t('funnels.ofFirst')}</span>
      </div>
      <ol className="funnels-steps">
        {result.steps.map((step, index) => {
          const { visitors, rateFromFirst } = step;
          const name = stepName(step.name, index, steps, goals);
          const given = steps?.[index];
          const filtered = filter && given ? withHit(filters, filterOfStep(given)) : null;
          const last = result.steps[index - 1];
          const earlier = before?.steps[index]?.visitors ?? null;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity.
            <li key={index}>
              {last && <DropOff step={step} last={last} />}
              <div className="bar-row funnels-row">
                <span
                  className="bar-row-bar"
                  style={{ width: `${most > 0 ? (visitors / most) * 100 : 0}%` }}
                />
                <span className="funnel-number" aria-hidden="true">
                  {index + 1}
                </span>
                {filter && filtered ? (
                  <button
                    type="button"
                    className="bar-row-label"
                    title={name}
                    aria-label={t('filters.by', { label: name })}
                    onClick={() => filter(filtered)}
                  >
                    {name}
                  </button>
                ) : (
                  <span className="bar-row-label" title={name}>
                    {name}
                  </span>
                )}
                <span className="bar-row-numbers">
                  <span className="bar-row-count">
                    {grouped(visitors)} <span className="visually-hidden">{t('goals.visitors')}</span>
                  </span>
                  {compared && (
                    <RowChange unit="visitor" before={earlier} count={visitors} compared={compared} />
                  )}
                </span>
                <span className="funnels-rate">
                  {rateFromFirst === null ? '–' : percent(rateFromFirst)}{' '}
                  <span className="visually-hidden">{t('funnels.ofFirst')}</span>
                </span>
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
}

interface DropOffProps {
  step: FunnelStepResult;
  /** The step before. */
  last: FunnelStepResult;
}

/** Who did not go on from a step to the next one, and how long the others took. */
function DropOff({ step, last }: DropOffProps) {
  const { dropped, rateFromPrevious, medianSeconds } = step;
  const share = rateFromPrevious === null ? null : 1 - rateFromPrevious;
  const elsewhere = dropped - last.leftTo.reduce((sum, { visitors }) => sum + (visitors ?? 0), 0);
  return (
    <div className="funnels-between">
      <p>
        <span>
          {share === null
            ? t('funnels.noneLeft')
            : t('funnels.dropped', { count: dropped, share: percent(share) })}
        </span>
        {medianSeconds !== null && (
          <span className="quiet">{t('funnels.median', { duration: duration(medianSeconds) })}</span>
        )}
      </p>
      {last.leftTo.length > 0 && (
        <details>
          <summary>{t('funnels.leftTo')}</summary>
          <ul>
            {last.leftTo.map(({ value, visitors }) => (
              <li key={value}>
                <span>{labelOf('page', { value, label: value })}</span> <span>{grouped(visitors ?? 0)}</span>
              </li>
            ))}
            {elsewhere > 0 && (
              <li className="quiet">
                <span>{t('funnels.elsewhere')}</span> <span>{grouped(elsewhere)}</span>
              </li>
            )}
          </ul>
        </details>
      )}
    </div>
  );
}

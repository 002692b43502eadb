import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { FilterInput } from '../gql/graphql.ts';
import { Boundary } from '../shared/Boundary.tsx';
import { daysInWords } from '../shared/i18n/format.ts';
import { rich, t } from '../shared/i18n/t.ts';
import type { Shown } from './address.ts';
import { Chart } from './chart/Chart.tsx';
import { ChartHead } from './chart/ChartHead.tsx';
import { entryOf } from './chart/goalMetrics.ts';
import { isGoalMetric, metricWithGoal } from './chart/metrics.ts';
import { hasPoints } from './chart/points.ts';
import { Totals } from './chart/Totals.tsx';
import { withRow } from './filters/rowFilter.ts';
import type { EditedFunnel } from './funnels/editedFunnel.ts';
import { useGoalEditing } from './goals/editGoal.ts';
import { CurrencyPicker, GoalPicker } from './goals/GoalPicker.tsx';
import type { ChosenGoal } from './goals/useGoalNumbers.ts';
import type { Goals } from './goals/useGoals.ts';
import { ImportedDays } from './header/ImportedDays.tsx';
import { Journeys } from './journeys/Journeys.tsx';
import { useShows } from './link/shows.ts';
import { MapFrame } from './map/MapFrame.tsx';
import { PanelCard } from './panels/PanelCard.tsx';
import { columnsOf, dimensionOf, type GroupName } from './panels/panels.ts';
import { tabPanel } from './panels/Tabs.tsx';
import { useChanges } from './panels/useChanges.ts';
import type { PanelName, Website } from './types.ts';
import type { Go } from './useAddress.ts';
import { useMedia } from './useMedia.ts';

const Waiting = lazy(() => import('./Waiting.tsx'));
const GoalsCard = lazy(() => import('./goals/GoalsCard.tsx'));
const FunnelsCard = lazy(() => import('./funnels/FunnelsCard.tsx'));

interface Props {
  /** Null during the first load. */
  website: Website | null;
  trackingId: string;
  /** Whether the viewer is logged in. */
  account: boolean;
  shown: Shown;
  goals: Goals;
  /** The chosen goal, and the period with its numbers. */
  chosenGoal: ChosenGoal;
  /** The filter of the statistics. */
  given: FilterInput | null;
  go: Go;
  /** Whether the viewer may filter: a click on a row then does. */
  canFilter: boolean;
  /** Opens the dialog of a funnel; null if the viewer may not change funnels. */
  editFunnel: ((funnel: EditedFunnel) => void) | null;
  /** Whether new statistics are loading. */
  stale: boolean;
}

/** The totals, their chart, and a card for each group of statistics. */
export function Overview({ website, trackingId, account, shown, goals, given, go, ...props }: Props) {
  const { canFilter, editFunnel, stale, chosenGoal } = props;
  const { range, panels, filters } = shown;
  const { metric, currency } = chosenGoal;
  const filter = canFilter
    ? (name: PanelName, value: string) => go({ filters: withRow(filters, [[dimensionOf(name), value]]) })
    : null;
  const { period } = chosenGoal;
  const shows = useShows();
  const isWide = useMedia('(width >= 46rem)');
  // While the points of another metric are loading, the chart shows the last one.
  const [drawn, setDrawn] = useState(metric);
  if (period && drawn !== metric && hasPoints(period, entryOf(metric, currency))) setDrawn(metric);
  const entry = entryOf(drawn, currency);
  const changes = useChanges(website, trackingId, shown, given, stale);
  const card = (group: GroupName, children?: ReactNode) => (
    <PanelCard
      key={group}
      group={group}
      website={website}
      trackingId={trackingId}
      given={given}
      go={go}
      panels={panels}
      filter={filter}
      shown={shown}
      before={changes(group)}
      panel={panels[group]}
    >
      {children}
    </PanelCard>
  );
  // A shared link may show no countries.
  const hasMap = !period || period.COUNTRY;
  const places = card(
    'places',
    hasMap && <MapFrame period={period} trackingId={trackingId} given={given} filter={filter} />,
  );
  const canEditGoals = useGoalEditing() !== null;
  // Viewers who cannot save goals see the card only if there are any.
  const goalsCard = website && (goals.rows.length > 0 || canEditGoals) && (
    <Boundary key="goals">
      <Suspense>
        <GoalsCard
          website={website}
          trackingId={trackingId}
          goals={goals}
          shown={shown}
          given={given}
          filter={canFilter ? (id) => go({ filters: withRow(filters, [['goal', id]]) }) : null}
          stale={stale}
        />
      </Suspense>
    </Boundary>
  );
  const funnelsCard = website && (website.shownFunnels.length > 0 || editFunnel) && (
    <Boundary>
      <Suspense>
        <FunnelsCard
          website={website}
          trackingId={trackingId}
          shown={shown}
          given={given}
          go={go}
          canFilter={canFilter}
          edit={editFunnel}
          stale={stale}
        />
      </Suspense>
    </Boundary>
  );
  // Journeys show pages and events, and need a condition.
  const journeys = website && canFilter && shows('page') && shows('event') && (
    <Journeys
      website={website}
      trackingId={trackingId}
      shown={shown}
      goals={goals}
      given={given}
      go={go}
      stale={stale}
    />
  );
  const columns = columnsOf(shows);
  return (
    <div className={stale ? 'statistics-numbers statistics-stale' : 'statistics-numbers'}>
      {website && !website.recordedSince && (
        <div className="statistics-hint">
          {t('page.noVisits', { domain: website.domain })}{' '}
          {account &&
            rich('page.needsTag', {
              link: (text) => <a href={`/websites/${website.databaseId}`}>{text}</a>,
            })}{' '}
          {account && website.owned !== null && (
            <Boundary>
              <Suspense>
                <Waiting website={website} />
              </Suspense>
            </Boundary>
          )}
        </div>
      )}
      {period && <ImportedDays imported={period.imported} />}
      <p className="visually-hidden" role="status">
        {period &&
          !stale &&
          t('page.summary', { days: daysInWords(period.from, period.to), count: period.visitors })}
      </p>
      <section className="card swipe-frame" aria-label={t('page.overview')} data-swipe>
        {website && period ? (
          <div data-swipe="moves">
            <Totals
              period={period}
              website={website}
              metric={metric}
              goalMetrics={chosenGoal.metrics}
              currency={currency}
              onChoose={(chosen) => go({ metric: chosen })}
            />
            <div {...tabPanel('metric', metric)}>
              <ChartHead
                metric={entry}
                period={period}
                range={range}
                onChoose={(interval) => go({ interval })}
              >
                <GoalPicker
                  goals={goals}
                  chosen={chosenGoal.id}
                  onChoose={(goal) => go({ goal, metric: metricWithGoal(metric, goal) })}
                />
                {metric === 'revenue' && (
                  <CurrencyPicker
                    currencies={chosenGoal.currencies}
                    chosen={currency}
                    onChoose={(chosen) => go({ currency: chosen })}
                  />
                )}
              </ChartHead>
              <Chart
                // The numbers of a goal do not draw other lines again: a selected point would be lost.
                period={isGoalMetric(drawn) ? period : website.period}
                website={website}
                account={account}
                metric={entry}
                onOpen={(range) => go({ range })}
              />
            </div>
          </div>
        ) : (
          <>
            <div className="totals">
              <div className="totals-wait">
                <div className="skeleton" />
              </div>
            </div>
            <div className="skeleton chart-wait" />
          </>
        )}
      </section>
      {isWide ? (
        // Two columns, in which cards of any height follow each other without gaps.
        <div className="statistics-panels">
          {columns.map((groups, index) => (
            <div key={groups[0]}>
              {groups.map((group) => (group === 'places' ? places : card(group)))}
              {index === 0 && goalsCard}
            </div>
          ))}
          {columns.length === 0 && goalsCard && <div>{goalsCard}</div>}
        </div>
      ) : (
        <div className="statistics-panels">
          <div>{[card('sources'), card('content'), places, card('systems'), card('events'), goalsCard]}</div>
        </div>
      )}
      {funnelsCard}
      {journeys}
    </div>
  );
}

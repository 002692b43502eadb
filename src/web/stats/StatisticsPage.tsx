import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { Boundary } from '../shared/Boundary.tsx';
import { explain } from '../shared/client.ts';
import { t } from '../shared/i18n/t.ts';
import { Problem } from '../shared/Problem.tsx';
import { DEFAULT } from '../shared/periods.ts';
import { chosenSegment } from './filters/chosenSegment.ts';
import { FilterBar } from './filters/FilterBar.tsx';
import { filterOf } from './filters/filterInput.ts';
import { withoutGoal } from './filters/rowFilter.ts';
import type { EditedFunnel } from './funnels/editedFunnel.ts';
import type { EditedGoal } from './goals/editGoal.ts';
import { GoalContexts } from './goals/GoalContexts.tsx';
import { useGoalNumbers } from './goals/useGoalNumbers.ts';
import { useGoals } from './goals/useGoals.ts';
import { Breadcrumb } from './header/Breadcrumb.tsx';
import { DaysShown } from './header/DaysShown.tsx';
import { PageHeader } from './header/PageHeader.tsx';
import { steppedRange } from './header/steps.ts';
import { TopBar } from './header/TopBar.tsx';
import { LinkNotice } from './link/LinkNotice.tsx';
import { sendHeight } from './link/sendHeight.ts';
import { linkToken } from './link/sharedLink.ts';
import { ShownPanels } from './link/shows.ts';
import { Now } from './live/Now.tsx';
import { Overview } from './Overview.tsx';
import { Properties } from './properties/Properties.tsx';
import { Opening } from './shortcuts/Opening.tsx';
import { useShortcuts } from './shortcuts/useShortcuts.ts';
import type { Step } from './swipe/Swipes.tsx';
import { useAddress } from './useAddress.ts';
import { useStatistics } from './useStatistics.ts';
import './statisticsPage.css';
import './print.css';

const Locked = lazy(() => import('./Locked.tsx'));
const Blocked = lazy(() => import('../shared/Blocked.tsx'));
const Missing = lazy(() => import('./Missing.tsx'));
const DetailsDialog = lazy(() => import('./details/DetailsDialog.tsx'));
const GoalDialog = lazy(() => import('./goals/GoalDialog.tsx'));
const FunnelDialog = lazy(() => import('./funnels/FunnelDialog.tsx'));
const LiveView = lazy(() => import('./live/LiveView.tsx'));
const Swipes = lazy(() => import('./swipe/Swipes.tsx'));

const trackingId = decodeURIComponent(location.pathname.split('/')[2] ?? '');

/** The statistics of one website. */
export function StatisticsPage() {
  const [shown, go] = useAddress();
  const given = useMemo(() => filterOf(shown.filters), [shown.filters]);
  const { data, error, website, last, isBusy, refresh, live } = useStatistics(trackingId, shown, given);
  const goals = useGoals(website ?? last, trackingId, shown, given);
  const stale = isBusy && website !== null;
  const chosenGoal = useGoalNumbers(website, trackingId, shown, given, goals, stale);
  const [goal, editGoal] = useState<EditedGoal | null>(null);
  const [funnel, editFunnel] = useState<EditedFunnel | null>(null);
  const domain = website?.domain;
  // With filters, a viewer could compute small counts from totals.
  const view = data?.sharedView ?? null;
  const mayFilter = !website || website.hideBelow === null || data?.viewer != null;
  const canFilter = mayFilter && view?.panels?.length !== 0;
  const account = !shown.embed && !!data?.viewer;
  const isOwner = account && website !== null && website.owned !== null;
  const toggleLive = () => go({ live: !shown.live });
  useShortcuts({ r: () => live && toggleLive() });
  useEffect(() => {
    let isCurrent = true;
    const name = (words = '') => {
      if (isCurrent)
        document.title = [domain ?? t('page.title'), words, 'Footfall'].filter(Boolean).join(' · ');
    };
    if (shown.filters.length === 0) name();
    // Most pages have no filter.
    else
      import('./filters/words.ts').then(
        ({ partsInWords }) => name(partsInWords(shown.filters, goals.names).join(', ')),
        () => name(),
      );
    return () => {
      isCurrent = false;
    };
  }, [domain, shown.filters, goals.names]);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-embed', shown.embed);
    return shown.embed ? sendHeight() : undefined;
  }, [shown.embed]);

  const content = useRef<HTMLElement>(null);
  const rangeAt = (step: Step) => website && steppedRange(shown.range, website, step);

  if (data && !website && !error) {
    return (
      <Boundary>
        <Suspense>
          {data.statisticsAccess === 'PASSWORD' ? (
            <Locked trackingId={trackingId} token={linkToken} onOpen={refresh} />
          ) : data.statisticsAccess === 'SECOND_FACTOR' ? (
            <Blocked />
          ) : (
            <Missing viewer={data.viewer !== null} link={linkToken !== null} />
          )}
        </Suspense>
      </Boundary>
    );
  }
  return (
    <ShownPanels value={view?.panels ?? null}>
      <GoalContexts names={goals.names} edit={isOwner ? editGoal : null}>
        <Properties
          website={website}
          trackingId={trackingId}
          given={given}
          filters={shown.filters}
          go={go}
          canFilter={canFilter}
        >
          {!shown.embed && <TopBar account={account} />}
          <main id="content" className="statistics" tabIndex={-1} aria-busy={isBusy} ref={content}>
            {navigator.maxTouchPoints > 0 && (
              <Boundary>
                <Suspense>
                  <Swipes
                    frame={() => content.current}
                    shown={website ? `${website.period.from} ${website.period.to}` : undefined}
                    canStep={(step) => rangeAt(step) !== null}
                    onStep={(step) => {
                      const range = rangeAt(step);
                      if (range) go({ range });
                    }}
                  />
                </Suspense>
              </Boundary>
            )}
            {account && <Breadcrumb />}
            <PageHeader
              website={website ?? last}
              account={account}
              shown={shown}
              go={go}
              now={live && <Now live={live} shown={shown.live} onToggle={toggleLive} />}
            >
              {!shown.live && (canFilter || shown.filters.length > 0) && (
                <FilterBar
                  filters={shown.filters}
                  trackingId={trackingId}
                  period={(website ?? last)?.period ?? null}
                  account={account}
                  segment={account ? chosenSegment(data?.chosen, shown.filters) : null}
                  onChange={(filters, segment = shown.segment) => go({ filters, segment })}
                />
              )}
            </PageHeader>
            {!shown.live && <DaysShown website={website ?? last} />}
            {view?.segment && <LinkNotice segment={view.segment} />}
            {shown.misread && (
              <p className="statistics-hint" role="status">
                {t('page.invalid')}
              </p>
            )}
            {website && error && (
              <p className="statistics-hint" role="status">
                {explain(error)}{' '}
                {error.networkError && (
                  <button type="button" className="button plain" onClick={refresh}>
                    {t('button.retry')}
                  </button>
                )}
              </p>
            )}
            {error && !website ? (
              <div className="card statistics-problem">
                <Problem error={error} retry={refresh} />
                {!('preset' in shown.range) && (
                  <button
                    type="button"
                    className="button plain"
                    onClick={() => go({ range: { preset: DEFAULT } })}
                  >
                    {t('page.showDefault')}
                  </button>
                )}
              </div>
            ) : shown.live && live ? (
              <Boundary>
                <Suspense>{website && <LiveView website={website} live={live} />}</Suspense>
              </Boundary>
            ) : (
              <Overview
                website={website}
                trackingId={trackingId}
                account={account}
                shown={shown}
                goals={goals}
                chosenGoal={chosenGoal}
                given={given}
                go={go}
                canFilter={canFilter}
                editFunnel={isOwner ? editFunnel : null}
                stale={stale}
              />
            )}
            {website && (
              <footer className="statistics-footer quiet">
                {t('page.footer', { zone: website.timezone.replaceAll('_', ' ') })}
              </footer>
            )}
          </main>
          {website && shown.details && website.period[shown.details.panel.name] && (
            <Boundary key={shown.details.panel.name} className="part-failed-dialog card">
              <Suspense fallback={<Opening />}>
                <DetailsDialog
                  website={chosenGoal.period ? { ...website, period: chosenGoal.period } : website}
                  goals={goals}
                  chosenGoal={chosenGoal}
                  trackingId={trackingId}
                  given={given}
                  go={go}
                  canFilter={canFilter}
                  shown={shown}
                  details={shown.details}
                />
              </Suspense>
            </Boundary>
          )}
          {website && goal && (
            <Boundary className="part-failed-dialog card">
              <Suspense fallback={<Opening />}>
                <GoalDialog
                  goal={goal}
                  website={website}
                  trackingId={trackingId}
                  onClose={() => editGoal(null)}
                  onDeleted={(id) => {
                    editGoal(null);
                    const left = withoutGoal(shown.filters, id);
                    if (left.length < shown.filters.length) go({ filters: left });
                  }}
                />
              </Suspense>
            </Boundary>
          )}
          {website && funnel && (
            <Boundary className="part-failed-dialog card">
              <Suspense fallback={<Opening />}>
                <FunnelDialog
                  saved={funnel === 'new' ? null : funnel}
                  website={website}
                  trackingId={trackingId}
                  shown={shown}
                  given={given}
                  go={go}
                  onClose={() => editFunnel(null)}
                />
              </Suspense>
            </Boundary>
          )}
        </Properties>
      </GoalContexts>
    </ShownPanels>
  );
}

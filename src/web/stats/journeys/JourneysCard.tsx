import { useEffect } from 'react';
import type { FilterInput } from '../../gql/graphql.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import type { Shown } from '../address.ts';
import type { Goals } from '../goals/useGoals.ts';
import { CsvButton } from '../panels/CsvButton.tsx';
import { isCompared } from '../panels/RowChange.tsx';
import { Tabs, tabPanel } from '../panels/Tabs.tsx';
import type { Website } from '../types.ts';
import type { Go } from '../useAddress.ts';
import { AnchorPicker } from './AnchorPicker.tsx';
import { anchorInWords, shownJourney } from './anchors.ts';
import { JourneyFlow } from './JourneyFlow.tsx';
import { JourneyTable } from './JourneyTable.tsx';
import { type Direction, type Journey, STEPS, type Steps, VIEWS } from './journeyAddress.ts';
import { columnsOf, toggled, visitsOf } from './tree.ts';
import { useJourneys } from './useJourneys.ts';
import './journeysCard.css';

interface Props {
  website: Website;
  trackingId: string;
  shown: Pick<Shown, 'range' | 'compare' | 'journey'>;
  goals: Goals;
  /** The filter of the statistics. */
  given: FilterInput | null;
  go: Go;
  /** Whether new statistics are loading. */
  stale: boolean;
}

/** What visits did from a page, an event or a goal on, or before it, as a flow or as a table. */
export default function JourneysCard({ website, trackingId, shown, goals, given, go, stale }: Props) {
  const { journey } = shown;
  const { period } = website;
  const { anchor, direction } = shownJourney(journey, period, goals.rows);
  const isChosen = journey.anchor !== null || journey.open.length > 0;
  const compared = isCompared({ period, website }) ? { period, website } : null;
  const { roots, before, error, isOld, retry } = useJourneys({
    website,
    trackingId,
    shown,
    given,
    journey: { direction, steps: journey.steps },
    anchor,
    isCompared: compared !== null,
    stale,
  });
  const { showAll } = goals;
  const isUnnamed = anchor?.kind === 'goal' && !goals.names.has(anchor.value);
  // The goal is not among the first.
  useEffect(() => {
    if (isUnnamed) showAll?.();
  }, [isUnnamed, showAll]);
  if (!anchor) return null;
  const columns = columnsOf(roots ?? [], journey.open, isOld ? null : before);
  // Other journeys have other steps.
  const change = (next: Partial<Journey>) =>
    go({ journey: { ...journey, anchor: journey.anchor && anchor, direction, open: [], ...next } });
  const View = journey.view === 'flow' ? JourneyFlow : JourneyTable;
  const start = t(`journeys.${direction}`);
  return (
    <section
      className={isChosen ? 'card journeys journeys-chosen-one' : 'card journeys'}
      aria-label={t('journeys.title')}
    >
      <header>
        <h2>{t('journeys.title')}</h2>
        <Tabs
          label={t('journeys.as')}
          id="journeys"
          tabs={VIEWS.map((id) => ({ id, content: t(`journeys.${id}`) }))}
          chosen={journey.view}
          onChoose={(view) => go({ journey: { ...journey, view } }, 'replace')}
        />
      </header>
      <div className="journeys-tools">
        <select
          aria-label={t('journeys.direction')}
          value={direction}
          onChange={({ target }) => change({ anchor, direction: target.value as Direction })}
        >
          {(['start', 'end'] as const).map((one) => (
            <option key={one} value={one}>
              {t(`journeys.${one}`)}
            </option>
          ))}
        </select>
        <AnchorPicker
          anchor={anchor}
          trackingId={trackingId}
          period={period}
          given={given}
          onChoose={(next) => change({ anchor: next })}
        />
        <select
          aria-label={t('journeys.steps')}
          value={journey.steps}
          onChange={({ target }) => change({ steps: Number(target.value) as Steps })}
        >
          {STEPS.map((count) => (
            <option key={count} value={count}>
              {t('journeys.count', { count })}
            </option>
          ))}
        </select>
      </div>
      <p className="journeys-words">
        {start} <strong>{anchorInWords(anchor, goals.names)}</strong>
      </p>
      <div
        className={isOld && roots ? 'journeys-body journeys-stale' : 'journeys-body'}
        aria-busy={isOld}
        {...tabPanel('journeys', journey.view)}
      >
        {error ? (
          <Problem error={error} retry={retry} />
        ) : roots === null ? (
          <div className="skeleton journeys-wait" />
        ) : roots.length === 0 ? (
          <p className="panel-card-empty quiet">{t('journeys.none')}</p>
        ) : (
          <View
            columns={columns}
            direction={direction}
            compared={compared}
            onToggle={(level, step) =>
              go({ journey: { ...journey, anchor, direction, open: toggled(columns, level, step) } })
            }
          />
        )}
      </div>
      {roots && roots.length > 0 && !error && (
        <footer>
          <CsvButton
            save={async () => {
              const { saveJourneys } = await import('./journeyFile.ts');
              saveJourneys({ roots, before: compared && before, direction, website });
            }}
            disabled={isOld}
          />
        </footer>
      )}
      <p className="visually-hidden" role="status">
        {roots && !isOld && t('journeys.summary', { count: visitsOf(roots) })}
      </p>
    </section>
  );
}

import { useState } from 'react';
import { counted, daysInWords } from '../../stats/format.ts';
import type { FilterInput } from '../gql/graphql.ts';
import type { Shown } from './address.ts';
import { Chart } from './chart/Chart.tsx';
import { ChartHead } from './chart/ChartHead.tsx';
import { METRICS } from './chart/metrics.ts';
import { hasPoints } from './chart/points.ts';
import { Totals } from './chart/Totals.tsx';
import { withValue } from './filters/conditions.ts';
import { MapFrame } from './map/MapFrame.tsx';
import { PanelCard } from './panels/PanelCard.tsx';
import { dimensionOf, type GroupName } from './panels/panels.ts';
import { tabPanel } from './panels/Tabs.tsx';
import type { PanelName, Website } from './types.ts';
import type { Go } from './useAddress.ts';

interface Props {
  /** Null during the first load. */
  website: Website | null;
  trackingId: string;
  /** Whether the viewer is logged in. */
  account: boolean;
  shown: Shown;
  /** The filter of the statistics. */
  given: FilterInput | null;
  go: Go;
  /** Whether the viewer may filter: a click on a row then does. */
  canFilter: boolean;
  /** Whether new statistics are loading. */
  stale: boolean;
}

/** The totals, their chart, and a card for each group of statistics. */
export function Overview({ website, trackingId, account, shown, given, go, canFilter, stale }: Props) {
  const { metric, range, panels, filters } = shown;
  const filter = canFilter
    ? (name: PanelName, value: string) => go({ filters: withValue(filters, dimensionOf(name), value) })
    : null;
  const period = website?.period ?? null;
  // While the points of another metric are loading, the chart shows the last one.
  const [drawn, setDrawn] = useState(metric);
  if (period && drawn !== metric && hasPoints(period, METRICS[metric])) setDrawn(metric);
  const card = (group: GroupName, title: string) => ({
    group,
    title,
    panel: panels[group],
    website,
    go,
    panels,
    filter,
  });
  return (
    <div className={stale ? 'statistics-numbers statistics-stale' : 'statistics-numbers'}>
      {website && !website.recordedSince && (
        <p className="statistics-hint">
          No visits yet. The first numbers appear here after the first visit to {website.domain}.
          {account && (
            <>
              {' '}
              Its pages need <a href={`/websites/${website.databaseId}`}>the script tag</a>.
            </>
          )}
        </p>
      )}
      <p className="visually-hidden" role="status">
        {period &&
          !stale &&
          `${daysInWords(period.from, period.to)}: ${counted(period.visitors, 'visitor')}.`}
      </p>
      <section className="card" aria-label="Totals and chart">
        {website && period ? (
          <>
            <Totals {...{ period, website, metric }} onChoose={(metric) => go({ metric })} />
            <div {...tabPanel('metric', metric)}>
              <ChartHead
                metric={METRICS[drawn]}
                {...{ period, range }}
                onChoose={(interval) => go({ interval })}
              />
              <Chart {...{ period, website }} metric={METRICS[drawn]} onOpen={(range) => go({ range })} />
            </div>
          </>
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
      <div className="statistics-panels">
        <PanelCard {...card('content', 'Content')} />
        <PanelCard {...card('sources', 'Sources')} />
        <PanelCard {...card('places', 'Places')}>
          {(!period || period.COUNTRY) && <MapFrame {...{ period, trackingId, given, filter }} />}
        </PanelCard>
        <PanelCard {...card('systems', 'Systems')} />
        <PanelCard {...card('campaigns', 'Campaigns')} />
        <PanelCard {...card('events', 'Events')} />
      </div>
    </div>
  );
}

import { counted, daysInWords } from '../../stats/format.ts';
import type { Shown } from './address.ts';
import { Chart } from './Chart.tsx';
import { MapFrame } from './MapFrame.tsx';
import { PanelCard } from './PanelCard.tsx';
import type { GroupName } from './panels.ts';
import { tabPanel } from './Tabs.tsx';
import { Totals } from './Totals.tsx';
import type { Website } from './types.ts';
import type { Go } from './useAddress.ts';

interface Props {
  /** Null during the first load. */
  website: Website | null;
  trackingId: string;
  /** Whether the viewer is logged in. */
  account: boolean;
  shown: Shown;
  go: Go;
  /** Whether new statistics are loading. */
  stale: boolean;
}

/** The totals, their chart, and a card for each group of statistics. */
export function Overview({ website, trackingId, account, shown, go, stale }: Props) {
  const { metric, panels } = shown;
  const period = website?.period ?? null;
  const card = (group: GroupName, title: string) => ({
    group,
    title,
    panel: panels[group],
    website,
    go,
    panels,
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
              <Chart {...{ period, website, metric }} />
            </div>
          </>
        ) : (
          <>
            <div className="statistics-totals-wait">
              <div className="skeleton" />
            </div>
            <div className="skeleton chart-wait" />
          </>
        )}
      </section>
      <div className="statistics-panels">
        <PanelCard {...card('content', 'Content')} />
        <PanelCard {...card('sources', 'Sources')} />
        <PanelCard {...card('places', 'Places')}>
          <MapFrame period={period} trackingId={trackingId} />
        </PanelCard>
        <PanelCard {...card('systems', 'Systems')} />
        <PanelCard {...card('events', 'Events')} />
      </div>
    </div>
  );
}

import type { FirstViewQuery } from '../gql/graphql.ts';
import { t } from '../shared/i18n/t.ts';
import type { Shown } from '../stats/address.ts';
import { entryOf } from '../stats/chart/goalMetrics.ts';
import { GOAL_METRICS } from '../stats/chart/metrics.ts';
import { shownMetrics, Total } from '../stats/chart/Totals.tsx';
import { Breadcrumb } from '../stats/header/Breadcrumb.tsx';
import { DaysShown, Wait } from '../stats/header/DaysShown.tsx';
import { FirstHeader } from './FirstHeader.tsx';

interface Props {
  shown: Pick<Shown, 'embed' | 'metric' | 'live' | 'goal'>;
  /** Whether the viewer is logged in. */
  account: boolean;
  /** Null if the numbers could not be read, or are not read for this address. */
  website: FirstViewQuery['website'] | null;
}

/**
 * The frame of a statistics page with its totals, as the server writes it. It has the places and the sizes of
 * the page that replaces it. It has no tabs and no buttons, because nothing would happen at a click.
 */
export function FirstStatistics({ shown, account, website }: Props) {
  // Their numbers are read after the page.
  const goalMetrics = shown.goal ? GOAL_METRICS.filter((name) => name !== 'revenue') : [];
  return (
    <>
      {!shown.embed && <FirstHeader account={account} />}
      <main className="statistics" aria-busy="true">
        {account && <Breadcrumb />}
        <div className="page-header">
          <div className="page-header-name first-name">
            <h1>{website ? website.domain : <Wait>{t('page.title')}</Wait>}</h1>
          </div>
          <div className="page-header-days">
            <span className="skeleton first-days" />
          </div>
        </div>
        {!shown.live && <DaysShown website={website ?? null} />}
        <div className="statistics-numbers">
          <section className="card" aria-label={t('page.overview')}>
            <div className="totals">
              {website ? (
                <div className="totals-tabs">
                  {[...shownMetrics(website.period, shown.metric), ...goalMetrics].map((name) => (
                    <div key={name}>
                      <Total metric={entryOf(name, null)} period={website.period} website={website} />
                    </div>
                  ))}
                </div>
              ) : (
                <div className="totals-wait">
                  <div className="skeleton" />
                </div>
              )}
            </div>
            <div className="skeleton chart-wait" />
          </section>
          <div className="statistics-panels">
            {['left', 'right'].map((column) => (
              <div key={column}>
                <div className="card first-card">
                  <div className="skeleton" />
                </div>
                <div className="card first-card">
                  <div className="skeleton" />
                </div>
              </div>
            ))}
          </div>
        </div>
      </main>
    </>
  );
}

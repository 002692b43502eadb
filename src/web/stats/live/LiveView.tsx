import type { ReactNode } from 'react';
import { t } from '../../shared/i18n/t.ts';
import type { LiveState } from '../../shared/live/keepStream.ts';
import { BarRow, mostOf, rowsOf } from '../panels/BarRow.tsx';
import { panelNamed, titleOf } from '../panels/panels.ts';
import type { Row, Website } from '../types.ts';
import { Feed } from './Feed.tsx';
import { LiveMap } from './LiveMap.tsx';
import { MinuteBars } from './MinuteBars.tsx';
import type { Live } from './useLive.ts';
import './liveView.css';

interface Props {
  website: Website;
  live: LiveState<Live>;
}

/** What happens on the website now: the last half hour by minute, and where present visitors are. */
export default function LiveView({ website, live }: Props) {
  const { data, status } = live;
  if (status === 'ended') return <p className="statistics-hint">{live.reason}</p>;
  const lost = (
    <p className="statistics-hint live-lost" role="status" hidden={status !== 'reconnecting'}>
      {status === 'reconnecting' && t(data ? 'live.lost' : 'live.reconnecting')}
    </p>
  );
  if (!data)
    return (
      <>
        {lost}
        <section className="card live-wait" aria-busy="true" aria-label={t('live.title')}>
          <div className="skeleton" />
        </section>
      </>
    );
  return (
    <>
      {lost}
      <div className={status === 'live' ? 'live-view' : 'live-view statistics-stale'}>
        <section className="card live-head" aria-label={t('live.title')}>
          <p className="live-count">
            <strong>{data.visitors}</strong> {t('live.visitors', { count: data.visitors })}
          </p>
          <MinuteBars minutes={data.minutes} />
        </section>
        <div className="statistics-panels">
          <div>
            {data.pages && <Rows name="page" rows={data.pages} website={website} />}
            {data.countries && (
              <Rows name="country" rows={data.countries} website={website}>
                <LiveMap rows={data.countries} />
              </Rows>
            )}
          </div>
          <div>
            {data.referrers && <Rows name="referrer" rows={data.referrers} website={website} />}
            <section className="card panel-card" aria-label={t('live.feed')}>
              <header>
                <h2>{t('live.feed')}</h2>
              </header>
              <div className="panel-card-body live-rows">
                <Feed hits={data.hits} />
              </div>
            </section>
          </div>
        </div>
      </div>
    </>
  );
}

interface RowsProps {
  /** The name of the statistic. */
  name: string;
  rows: readonly Row[];
  website: Website;
  children?: ReactNode;
}

/** Present visitors by a dimension. */
function Rows({ name, rows, website, children }: RowsProps) {
  const panel = panelNamed(name);
  if (!panel) return null;
  const sum = rows.reduce((total, { count }) => total + count, 0);
  const { today } = website;
  const among = rowsOf(rows, { from: today, to: today }, null);
  return (
    <section className="card panel-card" aria-label={titleOf(panel.name)}>
      <header>
        <h2>{titleOf(panel.name)}</h2>
      </header>
      {children}
      <div className="panel-card-body live-rows">
        {rows.length > 0 ? (
          <ul className="panel-card-list">
            {rows.map((row) => (
              <BarRow
                key={row.value}
                panel={panel}
                row={row}
                sum={sum}
                website={website}
                among={among}
                most={mostOf(rows)}
                filter={null}
              />
            ))}
          </ul>
        ) : (
          <p className="quiet">{t('live.nobody')}</p>
        )}
      </div>
    </section>
  );
}

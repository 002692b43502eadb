import { clock } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import type { Live } from './useLive.ts';

const words = ({ at, pageviews, visitors }: Live['minutes'][number]) =>
  [
    clock(at),
    t('live.minutePageviews', { count: pageviews }),
    t('live.minuteVisitors', { count: visitors }),
  ].join(' · ');

/** The pageviews of the last half hour as a bar for each minute, and as a table for screen readers. */
export function MinuteBars({ minutes }: Pick<Live, 'minutes'>) {
  const most = Math.max(1, ...minutes.map(({ pageviews }) => pageviews));
  return (
    <div className="minute-bars">
      <div className="minute-bars-frame" aria-hidden="true">
        {minutes.map((minute) => (
          <div key={minute.at} title={words(minute)}>
            <span style={{ height: `${(minute.pageviews / most) * 100}%` }} />
          </div>
        ))}
      </div>
      <p className="minute-bars-scale quiet" aria-hidden="true">
        <span>{t('live.halfHour')}</span>
        <span>{t('live.perMinute')}</span>
        <span>{t('live.current')}</span>
      </p>
      <table className="visually-hidden">
        <caption>{t('live.caption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('live.time')}</th>
            <th scope="col">{t('live.visitorsColumn')}</th>
            <th scope="col">{t('live.pageviewsColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {minutes.map(({ at, visitors, pageviews }) => (
            <tr key={at}>
              <th scope="row">{clock(at)}</th>
              <td>{visitors}</td>
              <td>{pageviews}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

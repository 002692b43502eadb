import { Settings } from 'lucide-react';
import { Link } from 'wouter';
import { t } from '../../shared/i18n/t.ts';
import type { PresetName } from '../../shared/periods.ts';
import { statisticsAddress } from './address.ts';
import type { WebsiteOfList } from './list.ts';
import { METRIC_NAMES, Metric } from './Metric.tsx';
import { Sparkline } from './Sparkline.tsx';

/** The row of a website in the table. All of it links to the website's statistics. */
export function WebsiteRow({ website, period: shown }: { website: WebsiteOfList; period: PresetName }) {
  const { domain, trackingId, databaseId, privacy, recordedSince, period } = website;
  const { previous } = period;
  // Zeros from before the first recorded day are not comparable.
  const before = previous && recordedSince && previous.from >= recordedSince ? previous : null;
  return (
    <tr>
      <th scope="row">
        <a href={statisticsAddress(trackingId, shown)}>{domain}</a>
        <span className="websites-privacy quiet">{t(`websites.privacy.${privacy}`)}</span>
      </th>
      {METRIC_NAMES.map((name) => (
        <td key={name} data-label={t(`metric.${name}`)}>
          <Metric name={name} period={shown} now={period} before={before} />
        </td>
      ))}
      <td className="websites-line">
        {recordedSince ? (
          <Sparkline points={pointsSoFar(website, shown)} interval={intervalOf(period.series.interval)} />
        ) : (
          <Link href={`/websites/${databaseId}`}>{t('websites.waiting')}</Link>
        )}
      </td>
      <td className="websites-ways">
        <Link
          className="button plain"
          href={`/websites/${databaseId}`}
          aria-label={t('websites.settingsOf', { domain })}
        >
          <Settings size={18} aria-hidden />
          <span aria-hidden="true">{t('websites.settings')}</span>
        </Link>
      </td>
    </tr>
  );
}

const intervalOf = (interval: WebsiteOfList['period']['series']['interval']) =>
  interval === 'HOUR_OF_DAY' ? 'hour' : (interval.toLowerCase() as Lowercase<typeof interval>);

/** The points of the line, without the hours of today that are still to come. */
function pointsSoFar({ hour, period: { series } }: WebsiteOfList, shown: PresetName) {
  return shown === 'today' ? series.points.filter(({ at }) => Number(at) <= hour) : series.points;
}

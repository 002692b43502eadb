import { ChartNoAxesColumn, Settings } from 'lucide-react';
import { Link } from 'wouter';
import { change, grouped } from '../../../stats/format.ts';
import { PRIVACY, type WebsiteOfList } from './list.ts';
import { Sparkline } from './Sparkline.tsx';

/** The row of a website in the table. */
export function WebsiteRow({ website }: { website: WebsiteOfList }) {
  const { domain, trackingId, databaseId, privacy, recordedSince, period } = website;
  return (
    <tr>
      <th scope="row">
        <a href={`/s/${trackingId}`}>{domain}</a>
        <span className="websites-privacy quiet">{PRIVACY[privacy]}</span>
      </th>
      <td data-label="Visitors">
        <Count now={period.visitors} before={period.previous?.visitors} />
      </td>
      <td data-label="Pageviews">
        <Count now={period.pageviews} before={period.previous?.pageviews} />
      </td>
      <td className="websites-line">
        {recordedSince ? (
          <Sparkline points={period.series.points} />
        ) : (
          <Link href={`/websites/${databaseId}`}>Waiting for the first hit</Link>
        )}
      </td>
      <td className="websites-ways">
        <a className="button" href={`/s/${trackingId}`} aria-label={`Statistics of ${domain}`}>
          <ChartNoAxesColumn size={16} aria-hidden />
          Statistics
        </a>
        <Link className="button" href={`/websites/${databaseId}`} aria-label={`Settings of ${domain}`}>
          <Settings size={16} aria-hidden />
          Settings
        </Link>
      </td>
    </tr>
  );
}

const TONE = { '1': 'websites-more', '0': 'quiet', '-1': 'websites-fewer' } as const;

/** A count of the last 30 days, with the change from the 30 days before. */
function Count({ now, before }: { now: number; before: number | undefined }) {
  const changed = change(now, before ?? 0);
  return (
    <span className="websites-count">
      {grouped(now)}
      {changed && (
        <small className={TONE[`${changed.direction}`]}>
          {changed.text}
          <span className="visually-hidden"> compared with the previous 30 days</span>
        </small>
      )}
    </span>
  );
}

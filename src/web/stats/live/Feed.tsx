import { MousePointerClick } from 'lucide-react';
import { clockToSecond } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { valueInWords } from '../labels.ts';
import { MiddleCut } from '../panels/MiddleCut.tsx';
import { RowIcon } from '../panels/RowIcon.tsx';
import type { Live } from './useLive.ts';

type Hit = Live['hits'][number];

/** The latest hits, newest first. New ones slide in. */
export function Feed({ hits }: Pick<Live, 'hits'>) {
  if (hits.length === 0) return <p className="quiet">{t('live.noHits')}</p>;
  const seen = new Map<string, number>();
  // Hits have no id. Counted from the oldest one, equal ones keep their number when others arrive.
  const keyed = hits
    .toReversed()
    .map((hit): [string, Hit] => {
      const same = JSON.stringify(hit);
      const number = (seen.get(same) ?? 0) + 1;
      seen.set(same, number);
      return [`${same} ${number}`, hit];
    })
    .reverse();
  return (
    <ol className="feed">
      {keyed.map(([key, { at, page, event, country }]) => (
        <li key={key}>
          <time dateTime={at}>{clockToSecond(at)}</time>
          {country !== null && (
            <span title={valueInWords('country', country)}>
              <RowIcon name="COUNTRY" value={country} />
            </span>
          )}
          <span className="feed-what">
            {event !== null && (
              <span className="feed-event">
                <MousePointerClick size={14} aria-hidden /> {event}
              </span>
            )}
            {page !== null && <MiddleCut text={page} />}
          </span>
        </li>
      ))}
    </ol>
  );
}

import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useAsk } from '../../shared/client.ts';
import { momentOf } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { isAlarming, type SecurityEvent, titleOf, whoAndWhere } from './securityWords.ts';

const SECURITY_LOG = graphql(`
  query SecurityLog($first: Int!, $after: String) {
    viewer {
      email
      securityLog(first: $first, after: $after) {
        totalCount
        pageInfo {
          hasNextPage
          endCursor
        }
        nodes {
          id
          kind
          at
          count
          actor
          device
          apiKeyName
          country
          subject
          detail
        }
      }
    }
  }
`);

const PAGE = 10;

/** The security events of the account, newest first. */
export function SecurityLog() {
  /** The cursors of the pages shown; null for the first page. */
  const [pages, setPages] = useState<(string | null)[]>([null]);
  const last = pages.length - 1;
  return (
    <section className="card panel" aria-labelledby="security">
      <div className="panel-head">
        <h2 id="security">{t('security.title')}</h2>
        <p className="quiet">{t('security.hint')}</p>
      </div>
      {pages.map((after, index) => (
        <LogPage
          key={after ?? ''}
          after={after}
          onMore={index === last ? (next) => setPages([...pages, next]) : null}
        />
      ))}
    </section>
  );
}

/** One page of the log. The last page has a button for the next one. */
function LogPage({ after, onMore }: { after: string | null; onMore: ((next: string) => void) | null }) {
  const [{ data, error, fetching }, refetch] = useAsk(
    SECURITY_LOG,
    { first: PAGE, after },
    { requestPolicy: 'cache-and-network' },
  );
  const log = data?.viewer?.securityLog;
  const next = log?.pageInfo.hasNextPage ? log.pageInfo.endCursor : null;
  if (!log) {
    if (fetching) return <div className="skeleton entries-wait" aria-busy="true" />;
    return error ? <Problem error={error} retry={() => refetch({ requestPolicy: 'network-only' })} /> : null;
  }
  if (log.totalCount === 0) {
    return <p className="quiet">{t('security.none')}</p>;
  }
  return (
    <>
      <ul className="entries">
        {log.nodes.map((event) => (
          <Row key={event.id} event={event} />
        ))}
      </ul>
      {next && onMore && (
        <div className="row">
          <button type="button" className="button" onClick={() => onMore(next)}>
            {t('security.more')}
          </button>
        </div>
      )}
    </>
  );
}

function Row({ event }: { event: SecurityEvent }) {
  const { at, count, kind } = event;
  return (
    <li>
      <div>
        <p className={isAlarming(kind) ? 'entries-title error-text' : 'entries-title'}>
          {titleOf(event)}
          {count > 1 && <span className="badge">{t('security.times', { count })}</span>}
        </p>
        <p className="quiet">{whoAndWhere(event)}</p>
      </div>
      <time className="quiet" dateTime={at}>
        {momentOf(at)}
      </time>
    </li>
  );
}

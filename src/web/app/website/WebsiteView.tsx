import { ChartNoAxesColumn } from 'lucide-react';
import { Link } from 'wouter';
import { useAsk } from '../../shared/client.ts';
import { Problem } from '../../shared/Problem.tsx';
import { NotFoundView } from '../layout/NotFoundView.tsx';
import { View } from '../layout/View.tsx';
import { dayOf } from '../moments.ts';
import { DeleteWebsite } from './DeleteWebsite.tsx';
import { Dropped } from './Dropped.tsx';
import { Install } from './Install.tsx';
import { SharedLinks } from './links/SharedLinks.tsx';
import { Reports } from './Reports.tsx';
import { Settings } from './Settings.tsx';
import { WEBSITE } from './website.ts';
import './website.css';

/** One website: its snippet, dropped hits, email reports and settings, and its deletion. */
export function WebsiteView({ id }: { id: string }) {
  const [{ data, error, fetching }, again] = useAsk(WEBSITE, { id }, { requestPolicy: 'cache-and-network' });
  const website = data?.website;
  const isWrongId = error?.graphQLErrors.some(({ extensions }) => extensions.code === 'BAD_USER_INPUT');
  if (isWrongId || (data && !website)) return <NotFoundView what="Website" />;
  return (
    <View
      title={website?.domain ?? 'Website'}
      lead={website ? `Added on ${dayOf(website.createdAt)}` : '\u00a0'}
      actions={
        <a
          className="button"
          href={website ? `/s/${website.trackingId}` : undefined}
          aria-disabled={!website}
        >
          <ChartNoAxesColumn size={16} aria-hidden />
          Statistics
        </a>
      }
    >
      <nav aria-label="Breadcrumb" className="website-back">
        <Link href="/websites">Websites</Link>
      </nav>
      {error && !website && !fetching && (
        <div className="card">
          <Problem error={error} retry={() => again({ requestPolicy: 'network-only' })} />
        </div>
      )}
      {website && data ? (
        <div className="website">
          <Install website={website} />
          <Dropped
            id={website.id}
            domain={website.domain}
            from={website.period.from}
            to={website.period.to}
          />
          <Reports website={website} sendsReports={data.sendsReports} />
          <Settings website={website} address={data.clientAddress} sendsReports={data.sendsReports} />
          <SharedLinks website={website} />
          <DeleteWebsite id={website.id} domain={website.domain} />
        </div>
      ) : (
        fetching && (
          <div className="website" aria-busy="true">
            <div className="card skeleton website-wait-install" />
            <div className="card skeleton website-wait-dropped" />
            <div className="card skeleton website-wait-reports" />
            <div className="card skeleton website-wait-settings" />
          </div>
        )
      )}
    </View>
  );
}

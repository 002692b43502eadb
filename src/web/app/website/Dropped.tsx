import { counted, grouped, plural } from '../../../stats/format.ts';
import { graphql } from '../../gql/gql.ts';
import { useAsk } from '../../shared/client.ts';
import { Problem } from '../../shared/Problem.tsx';

const DROPPED = graphql(`
  query Dropped($id: ID!, $from: Date!, $to: Date!) {
    website(id: $id) {
      id
      dropped(from: $from, to: $to) {
        reason
        count
      }
    }
  }
`);

/** Every reason there is, as people know it. */
const reasons = (domain: string) => [
  { reason: 'bot', name: 'Bots', meaning: 'Crawlers, monitors and programs that say that they are one.' },
  {
    reason: 'excluded_ip',
    name: 'Excluded addresses',
    meaning: 'They came from an address that you excluded.',
  },
  { reason: 'wrong_host', name: 'Other websites', meaning: `The page was not on ${domain}.` },
  {
    reason: 'spam',
    name: 'Spam',
    meaning: 'They name a referrer that is known to advertise itself this way.',
  },
  {
    reason: 'prefetch',
    name: 'Loaded ahead',
    meaning: 'The browser fetched the page in case somebody opens it.',
  },
  {
    reason: 'privacy_signal',
    name: 'Privacy signals',
    meaning: 'The browser asks not to be tracked.',
  },
];

interface Props {
  id: string;
  domain: string;
  from: string;
  to: string;
}

/** What was not counted in 30 days, and why. */
export function Dropped({ id, domain, from, to }: Props) {
  const [{ data, error, fetching }, again] = useAsk(
    DROPPED,
    { id, from, to },
    { requestPolicy: 'cache-and-network' },
  );
  const drops = data?.website?.dropped;
  const count = (reason: string) =>
    drops?.reduce((sum, drop) => (drop.reason === reason ? sum + drop.count : sum), 0);
  const all = drops?.reduce((sum, drop) => sum + drop.count, 0);
  return (
    <section className="card panel" aria-labelledby="dropped" aria-busy={!drops && fetching}>
      <div className="panel-head">
        <h2 id="dropped">Not counted</h2>
        <p className="quiet">
          {all === undefined && 'Hits of the last 30 days that were left out.'}
          {all === 0 && 'Every hit of the last 30 days was counted.'}
          {!!all && `${counted(all, 'hit')} ${plural(all, 'was', 'were')} left out in the last 30 days.`}
        </p>
      </div>
      {error && !drops && !fetching ? (
        <Problem error={error} retry={() => again({ requestPolicy: 'network-only' })} />
      ) : (
        <dl className="dropped">
          {reasons(domain).map(({ reason, name, meaning }) => (
            <div key={reason}>
              <dt>
                {name}
                <span className="quiet">{meaning}</span>
              </dt>
              <dd>{drops ? grouped(count(reason) ?? 0) : <span className="skeleton dropped-wait" />}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

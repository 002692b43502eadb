import { counted, grouped, plural } from '../../../stats/format.ts';
import { Problem } from '../../shared/Problem.tsx';
import { dropReasons } from './dropReasons.ts';
import { useArrivals } from './useArrivals.ts';

interface Props {
  id: string;
  domain: string;
  from: string;
  to: string;
}

/** The hits that were not counted in the last 30 days, by reason. */
export function Dropped({ id, domain, from, to }: Props) {
  const { dropped, error, fetching, again } = useArrivals(id, from, to);
  const all = dropped && [...dropped.values()].reduce((sum, count) => sum + count, 0);
  return (
    <section className="card panel" aria-labelledby="dropped" aria-busy={!dropped && fetching}>
      <div className="panel-head">
        <h2 id="dropped">Dropped hits</h2>
        <p className="quiet">
          {all === null && 'Hits that were not counted in the last 30 days.'}
          {all === 0 && 'No hits were dropped in the last 30 days.'}
          {!!all && `${counted(all, 'hit')} ${plural(all, 'was', 'were')} not counted in the last 30 days.`}
        </p>
      </div>
      {error && !dropped && !fetching ? (
        <Problem error={error} retry={() => again({ requestPolicy: 'network-only' })} />
      ) : (
        <dl className="dropped">
          {dropReasons(domain).map(({ reason, name, meaning }) => (
            <div key={reason}>
              <dt>
                {name}
                <span className="quiet">{meaning}</span>
              </dt>
              <dd>
                {dropped ? grouped(dropped.get(reason) ?? 0) : <span className="skeleton dropped-wait" />}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

import { grouped } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { DROP_REASONS } from './dropReasons.ts';
import { SpamDomains } from './SpamDomains.tsx';
import { useArrivals } from './useArrivals.ts';

interface Props {
  id: string;
  domain: string;
  from: string;
  to: string;
}

/** The hits that were not counted in the last 30 days, by reason. */
export function Dropped({ id, domain, from, to }: Props) {
  const { dropped, error, fetching, refetch } = useArrivals(id, from, to);
  const all = dropped && [...dropped.values()].reduce((sum, count) => sum + count, 0);
  return (
    <section className="card panel" aria-labelledby="dropped" aria-busy={!dropped && fetching}>
      <div className="panel-head">
        <h2 id="dropped">{t('dropped.title')}</h2>
        <p className="quiet">{all === null ? t('dropped.wait') : t('dropped.count', { count: all })}</p>
      </div>
      {error && !dropped && !fetching ? (
        <Problem error={error} retry={() => refetch({ requestPolicy: 'network-only' })} />
      ) : (
        <dl className="dropped">
          {DROP_REASONS.map((reason) => (
            <div key={reason}>
              <dt>
                {t(`drop.${reason}`)}
                <span className="quiet">{t(`drop.${reason}.meaning`, { domain })}</span>
                {reason === 'spam' && dropped?.has(reason) && <SpamDomains id={id} from={from} to={to} />}
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

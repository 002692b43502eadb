import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { SessionsQuery } from '../../gql/graphql.ts';
import { explain, useAsk, useChange } from '../../shared/client.ts';
import { momentOf } from '../../shared/i18n/format.ts';
import { countryInWords } from '../../shared/i18n/names.ts';
import { t } from '../../shared/i18n/t.ts';
import { Problem } from '../../shared/Problem.tsx';
import { isRefusal, refusalInWords } from '../../shared/userErrors.ts';
import { ConfirmPassword } from '../keys/ConfirmPassword.tsx';
import { deviceInWords } from './securityWords.ts';

const SESSIONS = graphql(`
  query Sessions($first: Int!) {
    viewer {
      email
      sessions(first: $first) {
        totalCount
        nodes {
          id
          current
          device
          country
          method
          createdAt
          lastSeenAt
        }
      }
    }
  }
`);

const END = graphql(`
  mutation EndSession($input: EndSessionInput!) {
    endSession(input: $input) {
      __typename
      ... on EndSessionSuccess {
        ended
      }
      ...Refused
    }
  }
`);

type Ending = { id: string } | { others: true };

type Session = NonNullable<NonNullable<SessionsQuery['viewer']>['sessions']>['nodes'][number];

/** The maximum page size of the server. Hardly any account has more sessions. */
const MOST = 100;

/** The browsers that are logged in, each with a button to end its session. */
export function Sessions() {
  const [{ data, error, fetching }, refetch] = useAsk(
    SESSIONS,
    { first: MOST },
    { requestPolicy: 'cache-and-network' },
  );
  const [{ fetching: busy }, end] = useChange(END);
  const [problem, setProblem] = useState('');
  const [done, setDone] = useState('');
  const [confirming, setConfirming] = useState<Ending | null>(null);
  const read = () => refetch({ requestPolicy: 'network-only' });
  const nodes = data?.viewer?.sessions?.nodes;
  const sessions = nodes && [...nodes].sort((a, b) => Number(b.current) - Number(a.current));

  async function ending(input: Ending) {
    const answer = await end({ input });
    const result = answer.data?.endSession;
    const needsPassword = result?.__typename === 'ConfirmationRequired';
    setConfirming(needsPassword ? input : null);
    if (needsPassword) return;
    if (answer.error) setProblem(explain(answer.error));
    else if (result && isRefusal(result)) setProblem(refusalInWords(result));
    else {
      setProblem('');
      setDone(t('others' in input ? 'sessions.othersEnded' : 'sessions.ended'));
    }
    read();
  }

  return (
    <section className="card panel" aria-labelledby="sessions">
      {confirming && (
        <ConfirmPassword onClose={() => setConfirming(null)} onConfirmed={() => ending(confirming)} />
      )}
      <div className="panel-head">
        <h2 id="sessions">{t('sessions.title')}</h2>
        <p className="quiet">{t('sessions.hint')}</p>
      </div>
      {error && !sessions && !fetching && <Problem error={error} retry={read} />}
      {!sessions && fetching && <div className="skeleton entries-wait" aria-busy="true" />}
      {sessions && (
        <ul className="entries">
          {sessions.map((session) => (
            <Row key={session.id} session={session} busy={busy} onEnd={() => ending({ id: session.id })} />
          ))}
        </ul>
      )}
      {problem && (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        {sessions && sessions.length > 1 && (
          <button
            type="button"
            className="button danger"
            disabled={busy}
            onClick={() => ending({ others: true })}
          >
            {t('sessions.endOthers')}
          </button>
        )}
        <span role="status" className="status-good">
          {done}
        </span>
      </div>
    </section>
  );
}

function Row({ session, busy, onEnd }: { session: Session; busy: boolean; onEnd: () => void }) {
  const { current, device, country, method, createdAt, lastSeenAt } = session;
  const name = deviceInWords(device);
  const moment = momentOf(createdAt);
  return (
    <li>
      <div>
        <p className="entries-title">
          {name}
          {current && <span className="badge">{t('sessions.this')}</span>}
        </p>
        <p className="quiet">
          {[
            countryInWords(country),
            t(`sessions.method.${method}`),
            t('sessions.loggedIn', { moment }),
            !current && t('sessions.lastUsed', { moment: momentOf(lastSeenAt) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {!current && (
        <button
          type="button"
          className="button"
          disabled={busy}
          aria-label={t('sessions.endOne', { name, moment })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </button>
      )}
    </li>
  );
}

import { useState } from 'react';
import { graphql } from '../../gql/gql.ts';
import type { SessionsQuery } from '../../gql/graphql.ts';
import { explain, useAsk, useChange } from '../../shared/client.ts';
import { Problem } from '../../shared/Problem.tsx';
import { isRefusal } from '../../shared/userErrors.ts';
import { momentOf } from '../moments.ts';

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
          countryName
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

type Session = NonNullable<NonNullable<SessionsQuery['viewer']>['sessions']>['nodes'][number];

/** The maximum page size of the server. Hardly any account has more sessions. */
const MOST = 100;

/** The browsers that are logged in, each with a button to end its session. */
export function Sessions() {
  const [{ data, error, fetching }, again] = useAsk(
    SESSIONS,
    { first: MOST },
    { requestPolicy: 'cache-and-network' },
  );
  const [{ fetching: busy }, end] = useChange(END);
  const [problem, setProblem] = useState('');
  const [done, setDone] = useState('');
  const read = () => again({ requestPolicy: 'network-only' });
  const nodes = data?.viewer?.sessions?.nodes;
  const sessions = nodes && [...nodes].sort((a, b) => Number(b.current) - Number(a.current));

  async function ending(input: { id: string } | { others: true }) {
    const answer = await end({ input });
    const result = answer.data?.endSession;
    if (answer.error) setProblem(explain(answer.error));
    else if (result && isRefusal(result)) setProblem(result.errors.map(({ message }) => message).join(' '));
    else {
      setProblem('');
      setDone('others' in input ? 'All other sessions have ended.' : 'The session has ended.');
    }
    read();
  }

  return (
    <section className="card panel" aria-labelledby="sessions">
      <div className="panel-head">
        <h2 id="sessions">Sessions</h2>
        <p className="quiet">
          Browsers that are logged in. A session ends 30 days after the login, or after 14 days without use.
        </p>
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
            End all other sessions
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
  const { current, device, countryName, createdAt, lastSeenAt } = session;
  const name = device ?? 'Unknown browser';
  return (
    <li>
      <div>
        <p className="entries-title">
          {name}
          {current && <span className="badge">This browser</span>}
        </p>
        <p className="quiet">
          {[countryName, `Logged in ${momentOf(createdAt)}`].filter(Boolean).join(' · ')}
          {!current && ` · Last used ${momentOf(lastSeenAt)}`}
        </p>
      </div>
      {!current && (
        <button
          type="button"
          className="button"
          disabled={busy}
          aria-label={`End session: ${name}, logged in ${momentOf(createdAt)}`}
          onClick={onEnd}
        >
          End session
        </button>
      )}
    </li>
  );
}

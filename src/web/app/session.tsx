import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { type Client, type CombinedError, mapExchange, Provider } from 'urql';
import { graphql } from '../gql/gql.ts';
import { ask, newClient } from '../shared/client.ts';

const VIEWER = graphql(`
  query Viewer {
    viewer {
      email
    }
  }
`);

interface Viewer {
  email: string | null;
}

interface Session {
  /** Who is logged in; null for nobody, undefined until the server said. */
  viewer: Viewer | null | undefined;
  /** Why it could not be found out. */
  error: CombinedError | undefined;
  /** Takes over what a log in or log out answered. */
  become: (viewer: Viewer | null) => void;
  /** Asks the server again. */
  retry: () => void;
}

const SessionContext = createContext<Session | null>(null);

/** Who is logged in. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no SessionProvider.');
  return session;
}

/** Knows who is logged in, and gives each of them a client of their own: nobody finds what another one read. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [viewer, setViewer] = useState<Viewer | null>();
  const [error, setError] = useState<CombinedError>();
  const [makeClient] = useState(() => () => newClient(onEnd(() => setViewer(null))));
  const [client, setClient] = useState<Client>(makeClient);

  const become = useCallback(
    (next: Viewer | null) => {
      setClient(makeClient());
      setViewer(next);
    },
    [makeClient],
  );
  const retry = useCallback(async () => {
    const answer = await ask(client, VIEWER, {});
    setError(answer.error);
    if (!answer.error) setViewer(answer.data?.viewer ?? null);
  }, [client]);
  useEffect(() => {
    if (viewer === undefined) void retry();
  }, [viewer, retry]);

  const session = useMemo(() => ({ viewer, error, become, retry }), [viewer, error, become, retry]);
  return (
    <SessionContext value={session}>
      <Provider value={client}>{children}</Provider>
    </SessionContext>
  );
}

/** Notices a session that ended elsewhere: by its time, or by a log out of everywhere. */
const onEnd = (end: () => void) =>
  mapExchange({
    onResult({ data, error }) {
      const refused = error?.graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED');
      if (refused || data?.viewer === null) end();
    },
  });

import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { type Client, type CombinedError, mapExchange, Provider } from 'urql';
import { graphql } from '../gql/gql.ts';
import type { Language } from '../gql/graphql.ts';
import { ask, newClient } from '../shared/client.ts';
import { useLogOut } from '../shared/header/logOut.ts';

const VIEWER = graphql(`
  query Viewer {
    viewer {
      email
      language
      lacksSecondFactor
    }
  }
`);

interface Viewer {
  email: string | null;
  /** The language of mails to the account. */
  language: Language;
  /** Whether the team of the session requires a second factor that the session lacks. */
  lacksSecondFactor: boolean;
}

interface Session {
  /** The logged-in user; null for none, undefined until the server has answered. */
  viewer: Viewer | null | undefined;
  /** The error, if the server did not answer. */
  error: CombinedError | undefined;
  /** Sets the viewer after a login, a logout or a change of the team; undefined asks the server. */
  become: (viewer: Viewer | null | undefined) => void;
  /** Sets new data of the same viewer. */
  update: (viewer: Viewer) => void;
  /** Asks the server again. */
  retry: () => void;
}

const SessionContext = createContext<Session | null>(null);

/** The current session. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession must be used within a SessionProvider.');
  return session;
}

/**
 * Provides the session. A login, a logout and another team create a new client, so that no cached data of
 * another user or team is shown.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [viewer, setViewer] = useState<Viewer | null>();
  const [error, setError] = useState<CombinedError>();
  const [makeClient] = useState(() => () => newClient({ first: [onEnd(() => setViewer(null))] }));
  const [client, setClient] = useState<Client>(makeClient);

  const become = useCallback(
    (next: Viewer | null | undefined) => {
      setClient(makeClient());
      setViewer(next);
    },
    [makeClient],
  );
  const retry = useCallback(async () => {
    try {
      const { viewer } = await ask(client, VIEWER, {});
      setError(undefined);
      setViewer(viewer ?? null);
    } catch (error) {
      setError(error as CombinedError);
    }
  }, [client]);
  useEffect(() => {
    if (viewer === undefined) void retry();
  }, [viewer, retry]);

  const session = useMemo(
    () => ({ viewer, error, become, update: setViewer, retry }),
    [viewer, error, become, retry],
  );
  return (
    <SessionContext value={session}>
      <Provider value={client}>{children}</Provider>
    </SessionContext>
  );
}

/** Ends the session, in this browser or everywhere. */
export function useSessionEnd() {
  const { become } = useSession();
  return useLogOut(() => become(null));
}

/** Detects a session that ended elsewhere, by expiry or by a logout everywhere. */
const onEnd = (end: () => void) =>
  mapExchange({
    onResult({ data, error }) {
      const refused = error?.graphQLErrors.some(({ extensions }) => extensions.code === 'UNAUTHENTICATED');
      if (refused || data?.viewer === null) end();
    },
  });

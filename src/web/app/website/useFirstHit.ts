import { useEffect, useState } from 'react';
import { useClient } from 'urql';
import { graphql } from '../../gql/gql.ts';
import { ask } from '../../shared/client.ts';

const RECORDED = graphql(`
  query Recorded($id: ID!) {
    website(id: $id) {
      id
      recordedSince
    }
  }
`);

const PAUSE_MS = 2_500;

/** Since when a website has visitors; while it has none, asks again and again for as long as somebody looks. */
export function useFirstHit(id: string, known: string | null): string | null {
  const client = useClient();
  const [found, setFound] = useState<string | null>(null);
  const since = known ?? found;
  useEffect(() => {
    if (since) return;
    const look = async () => {
      if (document.visibilityState !== 'visible') return;
      const { data } = await ask(client, RECORDED, { id });
      setFound(data?.website?.recordedSince ?? null);
    };
    const timer = setInterval(look, PAUSE_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [client, id, since]);
  return since;
}

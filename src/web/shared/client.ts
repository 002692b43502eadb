import {
  type AnyVariables,
  Client,
  type CombinedError,
  cacheExchange,
  type Exchange,
  fetchExchange,
  type RequestPolicy,
  useMutation,
  useQuery,
} from 'urql';
import type { TypedDocumentString } from '../gql/graphql.ts';

interface ClientOptions {
  /** Exchanges that receive every result before the page does. */
  first?: Exchange[];
  /** Returns further headers of each request. */
  headers?: () => Record<string, string>;
}

/** Creates a client with an empty cache for a page. Its requests include the cookies of this server. */
export const newClient = ({ first = [], headers = () => ({}) }: ClientOptions = {}) =>
  new Client({
    url: '/graphql',
    exchanges: [...first, cacheExchange, fetchExchange],
    preferGetMethod: false,
    fetchOptions: () => ({ headers: headers() }),
  });

export interface AskOptions {
  requestPolicy?: RequestPolicy;
  /** Whether to wait with the request. */
  pause?: boolean;
  /**
   * Types whose changes invalidate the result, even if it does not contain any of them yet. Pass the same
   * object each time.
   */
  context?: { additionalTypenames: string[] };
}

/**
 * Runs a typed query. While the result for new variables is loading (`stale`), `data` is that of the previous
 * variables.
 */
export function useAsk<Result, Variables extends AnyVariables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  options: AskOptions = {},
) {
  return useQuery<Result, Variables>({ query: document.toString(), variables, ...options });
}

/** Runs a typed mutation. */
export function useChange<Result, Variables extends AnyVariables>(
  document: TypedDocumentString<Result, Variables>,
) {
  return useMutation<Result, Variables>(document.toString());
}

/**
 * Runs a query once, outside of a component.
 * @throws CombinedError for errors of the network, and of any part of the query.
 */
export async function ask<Result, Variables extends AnyVariables>(
  client: Client,
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<Result> {
  const { data, error } = await client
    .query<Result, Variables>(document.toString(), variables, { requestPolicy: 'network-only' })
    .toPromise();
  if (error) throw error;
  if (!data) throw new TypeError('The server returned neither data nor an error.');
  return data;
}

/** Describes an error to users in one sentence. */
export function explain(error: CombinedError): string {
  if (error.networkError) return 'The server cannot be reached. Check your connection, then try again.';
  // Fields with the same error have the same message. An invalid argument has a message that says why.
  const messages = new Set(
    error.graphQLErrors.flatMap(({ message, extensions }) => {
      const reasons = Object.values((extensions.errors ?? {}) as Record<string, string[]>).flat();
      return reasons.length > 0 ? reasons : [message];
    }),
  );
  return [...messages].join(' ') || 'Something went wrong. Try again.';
}

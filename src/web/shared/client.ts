import {
  type AnyVariables,
  Client,
  type CombinedError,
  cacheExchange,
  type Exchange,
  fetchExchange,
  type OperationResult,
  type RequestPolicy,
  useMutation,
  useQuery,
} from 'urql';
import type { TypedDocumentString } from '../gql/graphql.ts';

/**
 * A client with nothing remembered, for a page. Cookies of this server go with what it asks.
 * @param first what sees every answer before the page does.
 */
export const newClient = (...first: Exchange[]) =>
  new Client({
    url: '/graphql',
    exchanges: [...first, cacheExchange, fetchExchange],
    preferGetMethod: false,
  });

export interface AskOptions {
  requestPolicy?: RequestPolicy;
  /** Types whose changes make the answer old, also where it has none of them yet: the same object each time. */
  context?: { additionalTypenames: string[] };
}

/** The answer to a typed document: `data` stays that of the variables before while others are under way (`stale`). */
export function useAsk<Result, Variables extends AnyVariables>(
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
  options: AskOptions = {},
) {
  return useQuery<Result, Variables>({ query: document.toString(), variables, ...options });
}

/** The same for what changes something. */
export function useChange<Result, Variables extends AnyVariables>(
  document: TypedDocumentString<Result, Variables>,
) {
  return useMutation<Result, Variables>(document.toString());
}

/** Asks once, outside of a component. */
export function ask<Result, Variables extends AnyVariables>(
  client: Client,
  document: TypedDocumentString<Result, Variables>,
  variables: Variables,
): Promise<OperationResult<Result, Variables>> {
  return client
    .query<Result, Variables>(document.toString(), variables, { requestPolicy: 'network-only' })
    .toPromise();
}

/** What went wrong, in a sentence for people. */
export function explain(error: CombinedError): string {
  if (error.networkError) return 'The server cannot be reached. Check the connection, then try again.';
  return error.graphQLErrors.map(({ message }) => message).join(' ') || 'Something went wrong. Try again.';
}

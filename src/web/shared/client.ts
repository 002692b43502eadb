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
import { firstExchange } from './first.ts';
import { currentLanguage } from './i18n/language.ts';
import { serverText } from './i18n/serverTexts.ts';
import { type PlainKey, t } from './i18n/t.ts';
import { errorInWords } from './userErrors.ts';

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
    exchanges: [...first, cacheExchange, firstExchange, fetchExchange],
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

/** The texts of errors by their code (src/errors.ts), for those that say nothing about the input. */
const BY_CODE: Readonly<Record<string, PlainKey>> = {
  FORBIDDEN: 'error.forbidden',
  NOT_FOUND: 'error.notFound',
  TOO_MANY_REQUESTS: 'error.tooMany',
  UNAVAILABLE: 'error.unavailable',
  TIMEOUT: 'error.timeout',
};

/** Describes an error to users in one sentence. */
export function explain(error: CombinedError): string {
  if (error.networkError) return t('error.unreachable');
  // Fields with the same error have the same message. An invalid argument has a message that says why.
  const messages = new Set(
    error.graphQLErrors.flatMap(({ message, extensions }) => {
      const reasons = Object.values((extensions.errors ?? {}) as Record<string, string[]>).flat();
      return reasons.length > 0 ? reasons.map(errorInWords) : [wordsOf(message, String(extensions.code))];
    }),
  );
  return [...messages].join(' ') || t('error.unknown');
}

/** A message in English is the server's own: it may say more than its code. */
function wordsOf(message: string, code: string): string {
  const key = BY_CODE[code];
  return serverText(message) ?? (key && currentLanguage() !== 'en' ? t(key) : message);
}

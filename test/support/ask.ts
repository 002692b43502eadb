import type { TypedDocumentString } from '../gql/graphql.ts';
import type { TestServer } from './server.ts';

/** The response to a GraphQL operation. */
export interface Answer<Data> {
  status: number;
  data: Data;
  errors: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[] | undefined;
}

/**
 * Sends a typed document and its variables, as a front end does; with the server's key unless `key` differs.
 */
export async function ask<Data, Variables>(
  server: TestServer,
  document: TypedDocumentString<Data, Variables>,
  ...[variables, options]: Variables extends Record<string, never>
    ? [Variables?, { key?: string | null }?]
    : [Variables, { key?: string | null }?]
): Promise<Answer<Data>> {
  const response = await server.call('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: document.toString(), variables }),
    ...options,
  });
  const { data, errors } = (await response.json()) as Omit<Answer<Data>, 'status'>;
  return { status: response.status, data, errors };
}

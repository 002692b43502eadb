import type { TypedDocumentString } from '../gql/graphql.ts';
import type { TestServer } from './server.ts';

/** What a GraphQL operation gave. */
export interface Answer<Data> {
  status: number;
  data: Data;
  errors: { message: string; path?: (string | number)[]; extensions: Record<string, unknown> }[] | undefined;
}

/** Asks as a front end would: a typed document and its variables, with the server's key unless `key` says otherwise. */
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

import { JSON_TYPE, typed, type WrongRequest } from './wrongRequests.ts';

/** One GraphQL error, without its locations. */
export function graphqlError(
  message: unknown,
  code: string,
  more: { path?: unknown; errors?: unknown } = {},
) {
  const { path, ...extensions } = more;
  return { message, ...(path !== undefined && { path }), extensions: { code, ...extensions } };
}

/** A GraphQL operation and its expected response, which has status 200 by default. */
export function operation(
  title: string,
  query: string,
  body: object,
  more: { variables?: object; as?: NonNullable<WrongRequest['as']>; status?: number } = {},
): WrongRequest {
  const { variables, as = 'owner', status = 200 } = more;
  const headers = { ...JSON_TYPE, accept: 'application/json' };
  const init = typed('POST', headers, JSON.stringify({ query, variables }));
  return { title: `GraphQL: ${title}`, where: '/graphql', as, init, status, body };
}

export const INVALID = 'The given data was invalid.';

export const globalId = (text: string) => Buffer.from(text).toString('base64');

/** A query for one statistic of website 1. */
export const stats = (args: string) => `{ website(id: 1) { stats(${args}) { totalCount } } }`;

/** An operation that validation rejects with these messages. */
export const unfit = (query: string, ...messages: string[]) =>
  operation(query.slice(0, 90), query, {
    errors: messages.map((message) => graphqlError(message, 'GRAPHQL_VALIDATION_FAILED')),
  });

/** An operation whose variables do not match their types. */
export const variable = (title: string, query: string, variables: object, message: string) =>
  operation(title, query, { errors: [graphqlError(message, 'BAD_USER_INPUT')] }, { variables, status: 400 });

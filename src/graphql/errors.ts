import { GraphQLError } from 'graphql';
import { AppError } from '../errors.ts';

/**
 * Converts an AppError to a GraphQLError. `extensions.code` is the kind in upper case, except for `invalid`,
 * which has the customary code `BAD_USER_INPUT`.
 * @param at the error from graphql-js, which contains the field of the operation.
 */
export function toGraphQL(error: AppError, at?: GraphQLError): GraphQLError {
  const { fields, retryAfter, requestId } = error.details;
  return new GraphQLError(error.message, {
    // Used by metrics; not sent to clients.
    originalError: error,
    nodes: at?.nodes ?? null,
    path: at?.path ?? null,
    extensions: {
      code: error.kind === 'invalid' ? 'BAD_USER_INPUT' : error.kind.toUpperCase(),
      ...(fields && { errors: fields }),
      ...(retryAfter !== undefined && { retryAfter }),
      ...(requestId !== undefined && { requestId }),
    },
  });
}

/**
 * Creates the error for an operation that costs too much or whose response is too long. The status is 400, or
 * 200 for clients that accept only `application/json`, as the GraphQL over HTTP specification requires.
 */
export function tooCostly(message: string): GraphQLError {
  const { extensions, originalError } = toGraphQL(new AppError('bad_request', message, { reason: 'cost' }));
  return new GraphQLError(message, {
    originalError: originalError ?? null,
    extensions: { ...extensions, http: { status: 400, spec: true } },
  });
}

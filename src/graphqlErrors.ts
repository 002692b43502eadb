import { GraphQLError } from 'graphql';
import type { AppError } from './errors.ts';

/**
 * The GraphQL form of an AppError: the kind as `extensions.code`, in upper case (`BAD_USER_INPUT`, as is
 * custom, for `invalid`).
 * @param at the error as GraphQL met it: which field of the operation it belongs to.
 */
export function toGraphQL(error: AppError, at?: GraphQLError): GraphQLError {
  const { fields, retryAfter, requestId } = error.details;
  return new GraphQLError(error.message, {
    // For metrics; what is sent has none of it.
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

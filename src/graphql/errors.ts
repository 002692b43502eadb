import { GraphQLError } from 'graphql';
import { AppError } from '../errors.ts';

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

/**
 * The error of an operation that costs too much, or whose answer is too long: 400 or, for clients that accept nothing but
 * `application/json`, 200, as GraphQL over HTTP has it.
 */
export function tooCostly(message: string): GraphQLError {
  const { extensions, originalError } = toGraphQL(new AppError('bad_request', message, { reason: 'cost' }));
  return new GraphQLError(message, {
    originalError: originalError ?? null,
    extensions: { ...extensions, http: { status: 400, spec: true } },
  });
}

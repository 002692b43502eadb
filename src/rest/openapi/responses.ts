import { AppError, fromStatus, internal, invalid, notFound, toHttp, unauthenticated } from '../../errors.ts';
import { PER_PAGE } from '../../validation/paging.ts';
import { type Node, ref } from './node.ts';

interface ErrorResponse {
  description: string;
  /** An error as it may be thrown: the status and the example follow from it. */
  error: AppError;
  headers?: Record<string, Node>;
  schema?: string;
}

const header = (description: string, type = 'string'): Node => ({ description, schema: { type } });

const ERRORS = {
  BadRequest: {
    description: 'The query string or the body cannot be read.',
    error: new AppError(
      'bad_request',
      'The body cannot be read: it must be well-formed JSON or form fields.',
    ),
  },
  Unauthenticated: {
    description: 'No API key, or one that is unknown, expired or revoked.',
    error: unauthenticated(),
    headers: { 'WWW-Authenticate': header('How to authenticate: `Bearer`.') },
  },
  Forbidden: {
    description: 'The API key lacks the scope, or is restricted to one website and cannot register another.',
    error: new AppError('forbidden', 'The API key lacks the scope websites:write.'),
  },
  NotFound: {
    description: 'No such website in the account, or the API key does not reach it.',
    error: notFound(),
  },
  MethodNotAllowed: {
    description: 'Another method than this path takes.',
    error: fromStatus(405, 'Method not allowed. This path takes: HEAD, GET, POST.'),
    headers: { Allow: header('The methods that this path takes.') },
  },
  PayloadTooLarge: {
    description: 'The body is too long.',
    error: new AppError('payload_too_large', 'The body must be at most 100 KiB long.'),
  },
  UnsupportedMediaType: {
    description: 'The body is neither form fields nor JSON.',
    error: new AppError(
      'unsupported_media_type',
      'The body must be of type application/x-www-form-urlencoded or application/json.',
    ),
  },
  Invalid: {
    description: 'Fields or parameters are wrong.',
    error: invalid({ per_page: [`Must be an integer from ${PER_PAGE.min} to ${PER_PAGE.max}.`] }),
    schema: 'ValidationError',
  },
  TooManyRequests: {
    description: 'Too many requests of this API key in this minute.',
    error: new AppError('too_many_requests', 'Too many requests: at most 1200 a minute. Try again in 17 s.', {
      retryAfter: 17,
    }),
    headers: { 'Retry-After': header('Seconds after which to try again.', 'integer') },
  },
  InternalError: {
    description: 'A defect of the server.',
    error: internal('5f1d7a84e4b2c903'),
    schema: 'InternalError',
  },
} satisfies Record<string, ErrorResponse>;

export type ErrorName = keyof typeof ERRORS;

function response({ description, error, headers, schema = 'Error' }: ErrorResponse): Node {
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: ref('schemas', schema), example: toHttp(error).body } },
  };
}

/** Everything under `components/responses`. */
export const responses = Object.fromEntries(
  Object.entries<ErrorResponse>(ERRORS).map(([name, error]) => [name, response(error)]),
);

/** The header of everything that is read. */
export const etagHeader = {
  ETag: header('Names this answer: the same as long as it is, in whichever encoding it came.'),
};

/** To who has the answer already. */
export const notModified: Node = {
  304: {
    description: 'Nothing has changed: the answer is the one that `If-None-Match` names.',
    headers: etagHeader,
  },
};

/** References to the named error responses, by status, as an operation lists them. */
export function errors(...names: ErrorName[]): Record<string, Node> {
  return Object.fromEntries(names.map((name) => [ERRORS[name].error.status, ref('responses', name)]));
}

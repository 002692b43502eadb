import { AppError, fromStatus, internal, invalid, notFound, toHttp, unauthenticated } from '../../errors.ts';
import { REFUSALS } from '../../http/refused.ts';
import { PER_PAGE } from '../../validation/paging.ts';
import { type Node, ref } from './node.ts';

interface ErrorResponse {
  description: string;
  /**
   * An example of the error, or the refusal of a request that Node's parser rejects. The status and the
   * example response are derived from it.
   */
  error: AppError | readonly [status: number, message: string];
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
    description: 'The API key is missing, unknown, expired or revoked.',
    error: unauthenticated(),
    headers: { 'WWW-Authenticate': header('The authentication scheme: `Bearer`.') },
  },
  Forbidden: {
    description: 'The API key lacks the scope, or is restricted to one website and cannot register another.',
    error: new AppError('forbidden', 'The API key lacks the scope websites:write.'),
  },
  NotFound: {
    description: 'The account has no such website, or the API key has no access to it.',
    error: notFound(),
  },
  MethodNotAllowed: {
    description: 'The path does not support this method.',
    error: fromStatus(405, 'Method not allowed. This path supports: HEAD, GET, POST.'),
    headers: { Allow: header('The methods that this path supports.') },
  },
  PayloadTooLarge: {
    description: 'The body is too long.',
    error: new AppError('payload_too_large', 'The body must be at most 100 KiB long.'),
  },
  UploadTooLarge: {
    description: 'The file is too long.',
    error: new AppError(
      'payload_too_large',
      'The file must be at most 2147483648 bytes long. Compress it, or divide it into several files.',
    ),
  },
  UnsupportedMediaType: {
    description: 'The body is neither form fields nor JSON.',
    error: new AppError(
      'unsupported_media_type',
      'The body must be of type application/x-www-form-urlencoded or application/json.',
    ),
  },
  Invalid: {
    description: 'Fields or parameters are invalid.',
    error: invalid({ per_page: [`Must be an integer from ${PER_PAGE.min} to ${PER_PAGE.max}.`] }),
    schema: 'ValidationError',
  },
  TooManyRequests: {
    description: 'Too many requests with this API key in this minute.',
    error: new AppError('too_many_requests', 'Too many requests: at most 1200 a minute. Try again in 17 s.', {
      retryAfter: 17,
    }),
    headers: { 'Retry-After': header('Number of seconds to wait before the next attempt.', 'integer') },
  },
  RequestTimeout: {
    description: 'The request did not arrive completely within 30 seconds.',
    error: REFUSALS.ERR_HTTP_REQUEST_TIMEOUT,
  },
  HeadersTooLarge: {
    description: 'The headers of the request, with its address, are too long.',
    error: REFUSALS.HPE_HEADER_OVERFLOW,
  },
  InternalError: {
    description: 'An internal server error.',
    error: internal('5f1d7a84e4b2c903'),
    schema: 'InternalError',
  },
  Unavailable: {
    description:
      'The database is not available, the server is busy, or the answer takes too long: request a shorter ' +
      'period.',
    error: new AppError('unavailable', 'The database is not available. Try again later.', { retryAfter: 5 }),
    headers: {
      'Retry-After': header('Number of seconds to wait, if another attempt may succeed.', 'integer'),
    },
  },
} satisfies Record<string, ErrorResponse>;

export type ErrorName = keyof typeof ERRORS;

/** The status of an error, and its response. */
function answerOf(error: ErrorResponse['error']): { status: number; body: object } {
  if (error instanceof AppError) return toHttp(error);
  const [status, message] = error;
  return { status, body: { message, status } };
}

function response({ description, error, headers, schema = 'Error' }: ErrorResponse): Node {
  return {
    description,
    ...(headers && { headers }),
    content: { 'application/json': { schema: ref('schemas', schema), example: answerOf(error).body } },
  };
}

/** The content of `components/responses`. */
export const responses = Object.fromEntries(
  Object.entries<ErrorResponse>(ERRORS).map(([name, error]) => [name, response(error)]),
);

/** The header of all responses to read operations. */
export const etagHeader = {
  ETag: header('Identifies this version of the response. It is the same in every encoding.'),
};

/** 304 Not Modified. */
export const notModified: Node = {
  304: {
    description: 'Not modified: `If-None-Match` contains the `ETag` of the current version.',
    headers: etagHeader,
  },
};

/** Returns references to the named error responses, by status, for the `responses` of an operation. */
export function errors(...names: ErrorName[]): Record<string, Node> {
  return Object.fromEntries(
    names.map((name) => [answerOf(ERRORS[name].error).status, ref('responses', name)]),
  );
}

import { STATUS_CODES } from 'node:http';

/** The HTTP status of each kind of error. */
const STATUS = {
  bad_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  timeout: 503,
} as const;

export type ErrorKind = keyof typeof STATUS;

/**
 * Error messages by REST name of the field (`exclude_ips`). graphql/schema/names.ts has the GraphQL names.
 */
export type FieldErrors = Record<string, string[]>;

interface Details {
  /** All wrong fields; only with kind `invalid`. */
  fields?: FieldErrors;
  /** Number of seconds to wait before another attempt. */
  retryAfter?: number;
  /** Identifies the log line of an internal error (500), so that people can report it. */
  requestId?: string;
  /** Distinguishes errors of the same kind in metrics. */
  reason?: 'cost';
}

/** The only class of errors that clients see. Any other error is a defect, whose details are hidden. */
export class AppError extends Error {
  override name = 'AppError';
  readonly kind: ErrorKind;
  readonly details: Details;

  constructor(kind: ErrorKind, message: string, details: Details = {}) {
    super(message);
    this.kind = kind;
    this.details = details;
  }

  get status(): number {
    return STATUS[this.kind];
  }
}

export const unauthenticated = () => new AppError('unauthenticated', 'Unauthenticated.');
export const notFound = () => new AppError('not_found', 'Resource not found.');
export const invalid = (fields: FieldErrors) =>
  new AppError('invalid', 'The given data was invalid.', { fields });
export const internal = (requestId: string) =>
  new AppError('internal', `Something went wrong on our side. Report it with request id ${requestId}.`, {
    requestId,
  });
/** Numbers of days that an earlier version recorded, before they are counted again. */
export const stillCounting = () =>
  new AppError(
    'unavailable',
    'Some days of this period were recorded by an earlier version, and their visits are still being ' +
      'counted. Try again later.',
    { retryAfter: 60 },
  );

/** Converts an error to an HTTP response: status, headers and JSON body. */
export function toHttp(error: AppError): {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
} {
  const { fields, retryAfter, requestId } = error.details;
  const headers: Record<string, string> = {};
  if (error.kind === 'unauthenticated') headers['WWW-Authenticate'] = 'Bearer';
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
  return {
    status: error.status,
    headers,
    body: {
      message: error.message,
      ...(fields && { errors: fields }),
      ...(requestId !== undefined && { request_id: requestId }),
      status: error.status,
    },
  };
}

/** Creates an AppError for an HTTP status that a library (router, body parser) has set. */
export function fromStatus(status: number, message?: string): AppError {
  const kind = (Object.keys(STATUS) as ErrorKind[]).find((key) => STATUS[key] === status);
  return new AppError(kind ?? 'bad_request', message ?? `${STATUS_CODES[status] ?? 'Bad request'}.`);
}

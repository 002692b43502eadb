import { STATUS_CODES } from 'node:http';

/** Each kind of error with its HTTP status. */
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

/** Messages by field, under its name in REST (`exclude_ips`); graphql/schema/names.ts has GraphQL's. */
export type FieldErrors = Record<string, string[]>;

interface Details {
  /** Every wrong field at once; only with kind `invalid`. */
  fields?: FieldErrors;
  /** Seconds after which another try makes sense. */
  retryAfter?: number;
  /** The one 500 that a person reports: names the line in the log. */
  requestId?: string;
  /** Which of several refusals of the same kind it is, for metrics. */
  reason?: 'cost';
}

/** The one kind of error that is meant to be seen by a caller. Anything else is a defect, and is masked. */
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

/** The HTTP form: status, headers and JSON body. */
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

/** The AppError for an HTTP status that a library (router, body parser) arrived at by itself. */
export function fromStatus(status: number, message?: string): AppError {
  const kind = (Object.keys(STATUS) as ErrorKind[]).find((key) => STATUS[key] === status);
  return new AppError(kind ?? 'bad_request', message ?? `${STATUS_CODES[status] ?? 'Bad request'}.`);
}

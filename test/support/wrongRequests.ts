import { form, invalidBody } from './rest.ts';

/**
 * The caller, the owner by default. `reader` may only list websites; `bounded` has access to website 1 only.
 */
export type Asker = 'owner' | 'other' | 'reader' | 'bounded' | 'nobody';

/**
 * A wrong request and the exact response to it. test/badInput.sql.test.ts sets up the accounts and
 * websites.
 */
export interface WrongRequest {
  title: string;
  where: string;
  init?: RequestInit;
  as?: Asker;
  status: number;
  /** The whole body; see `graphqlBody` for GraphQL. */
  body: unknown;
  /** Headers that the response must have. */
  headers?: Record<string, string | RegExp>;
}

/** The body of every error response except 422. */
export const refusal = (status: number, message: string) => ({ message, status });

export const MISSING = refusal(404, 'Resource not found.');
export const JSON_TYPE = { 'content-type': 'application/json' };
export const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** A request whose body, text or bytes, has exactly this type. */
export function typed(method: string, type: Record<string, string>, body: string | Uint8Array): RequestInit {
  return { method, headers: type, body: body as NonNullable<RequestInit['body']> };
}

const jsonOf = (value: unknown) => typed('POST', JSON_TYPE, JSON.stringify(value));

/** Creates a website with fields that cause `errors`; its url is valid by default. */
export function wrongFields(title: string, fields: object, errors: Record<string, string[]>): WrongRequest {
  const init = jsonOf({ url: 'new.example', ...fields });
  return { title, where: '/api/v1/websites', init, status: 422, body: invalidBody(errors) };
}

/** Like `wrongFields`, but with form fields. */
export function wrongForm(
  title: string,
  fields: Record<string, string>,
  errors: Record<string, string[]>,
): WrongRequest {
  const init = form('POST', { url: 'new.example', ...fields });
  return { title, where: '/api/v1/websites', init, status: 422, body: invalidBody(errors) };
}

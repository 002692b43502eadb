import { form, invalidBody } from './rest.ts';

/** Who asks: the owner unless it says otherwise; `reader` may only list, `bounded` reaches website 1 alone. */
export type Asker = 'owner' | 'other' | 'reader' | 'bounded' | 'nobody';

/** A wrong request, and the exact answer to it. The world it meets is that of test/badInput.test.ts. */
export interface WrongRequest {
  title: string;
  where: string;
  init?: RequestInit;
  as?: Asker;
  status: number;
  /** The whole body; for GraphQL see `graphqlBody`. */
  body: unknown;
  /** Headers that must come with it. */
  headers?: Record<string, string | RegExp>;
}

/** A body that says what is wrong: that of every refusal but 422. */
export const refusal = (status: number, message: string) => ({ message, status });

export const MISSING = refusal(404, 'Resource not found.');
export const JSON_TYPE = { 'content-type': 'application/json' };
export const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };

/** A body of text or bytes under exactly that type. */
export function typed(method: string, type: Record<string, string>, body: string | Uint8Array): RequestInit {
  return { method, headers: type, body: body as NonNullable<RequestInit['body']> };
}

const jsonOf = (value: unknown) => typed('POST', JSON_TYPE, JSON.stringify(value));

/** A website to create whose fields are wrong in the ways that `errors` tells; its url is fine unless given. */
export function wrongFields(title: string, fields: object, errors: Record<string, string[]>): WrongRequest {
  const init = jsonOf({ url: 'new.example', ...fields });
  return { title, where: '/api/v1/websites', init, status: 422, body: invalidBody(errors) };
}

/** The same with form fields, as they are. */
export function wrongForm(
  title: string,
  fields: Record<string, string>,
  errors: Record<string, string[]>,
): WrongRequest {
  const init = form('POST', { url: 'new.example', ...fields });
  return { title, where: '/api/v1/websites', init, status: 422, body: invalidBody(errors) };
}

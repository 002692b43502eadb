import { createApiKey, operator } from '../../src/auth/keys.ts';
import { createContext } from '../../src/request/context.ts';
import type { TestServer } from './server.ts';

export const WEBSITES = '/api/v1/websites';

/** A website in the representation of the REST API. */
export interface WebsiteRecord {
  id: number;
  url: string;
  domain: string;
  privacy: number;
  email: number;
  exclude_bots: number;
  exclude_ips: string | null;
  exclude_spam: number;
  hosts: string | null;
  query: string | null;
  aliases: string | null;
  has_password: boolean;
  timezone: string;
  tracking_id: string;
  created_at: string;
  updated_at: string;
}

/** A JSON response of the REST API: the fields that tests read. */
export interface RestBody<Data> {
  data: Data;
  links: { first: string; last: string; prev: string | null; next: string | null };
  meta: Record<string, unknown> & { total: number };
  message: string;
  errors?: Record<string, string[]>;
  status: number;
}

type Init = Parameters<TestServer['call']>[1];

/** Sends a request and reads the JSON body of the response. */
export async function rest<Data = WebsiteRecord>(server: TestServer, where: string, init?: Init) {
  const response = await server.call(where, init);
  const body = (await response.json()) as RestBody<Data>;
  return { status: response.status, headers: response.headers, body };
}

/** A request with form fields, as existing clients send them. */
export function form(method: string, fields: Record<string, string>, key?: string) {
  return { method, body: new URLSearchParams(fields), ...(key !== undefined && { key }) };
}

/** A request with a JSON body. */
export function json(method: string, body: unknown) {
  return { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** The body of a 422 response; a message may be a Jest matcher. */
export function invalidBody(errors: Record<string, unknown[]>) {
  return { message: 'The given data was invalid.', errors, status: 422 };
}

/** The body of the 404 response for a resource that does not exist or does not belong to the caller. */
export const MISSING = { message: 'Resource not found.', status: 404 };

/** Registers a website; throws the response body if that fails. */
export async function newWebsite(
  server: TestServer,
  fields: Record<string, string> = {},
  key?: string,
): Promise<WebsiteRecord> {
  const { status, body } = await rest(server, WEBSITES, form('POST', { url: 'example.com', ...fields }, key));
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
}

/** Changes a website; throws the response body if that fails. */
export async function changeWebsite(server: TestServer, id: number, fields: object): Promise<WebsiteRecord> {
  const { status, body } = await rest(server, `${WEBSITES}/${id}`, json('PATCH', fields));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
}

/** Creates another API key for the server's account; `bounds`: `scopes`, `website_id`, `expires_at`. */
export async function newKey(server: TestServer, bounds: object): Promise<{ id: number; key: string }> {
  const context = createContext(server.deps, operator(server.teamId));
  const { apiKey, key } = await createApiKey({ name: 'bounded', ...bounds }, context);
  return { id: apiKey.id, key };
}

/** The rows of a statistic of a website; those of November 2026 by default. */
export async function statRows(server: TestServer, id: number, name: string, query = '', key = server.key) {
  const range = query || 'from=2026-11-01&to=2026-11-30';
  const { status, body } = await rest<{ value: string; count: number }[]>(
    server,
    `/api/v1/stats/${id}?name=${name}&per_page=100&${range}`,
    { key },
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.map(({ value, count }): [string, number] => [value, count]);
}

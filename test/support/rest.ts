import { createApiKey, operator } from '../../src/auth/keys.ts';
import { createContext } from '../../src/context.ts';
import type { TestServer } from './server.ts';

export const WEBSITES = '/api/v1/websites';

/** A website as the REST API shows it. */
export interface WebsiteRecord {
  id: number;
  url: string;
  domain: string;
  privacy: number;
  email: number;
  exclude_bots: number;
  exclude_ips: string | null;
  has_password: boolean;
  timezone: string;
  tracking_id: string;
  created_at: string;
  updated_at: string;
}

/** Any JSON answer of the REST API: the parts that tests read. */
export interface RestBody<Data> {
  data: Data;
  links: { first: string; last: string; prev: string | null; next: string | null };
  meta: Record<string, unknown> & { total: number };
  message: string;
  errors?: Record<string, string[]>;
  status: number;
}

type Init = Parameters<TestServer['call']>[1];

/** The answer to a call, with its JSON body read. */
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

/** The body of a 422; a message may be a matcher. */
export function invalidBody(errors: Record<string, unknown[]>) {
  return { message: 'The given data was invalid.', errors, status: 422 };
}

/** The body of the 404 of anything that is not there, or not the caller's. */
export const MISSING = { message: 'Resource not found.', status: 404 };

/** Registers a website; throws what the server said unless it did. */
export async function newWebsite(
  server: TestServer,
  fields: Record<string, string> = {},
  key?: string,
): Promise<WebsiteRecord> {
  const { status, body } = await rest(server, WEBSITES, form('POST', { url: 'example.com', ...fields }, key));
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.data;
}

/** Changes a website; throws what the server said unless it did. */
export async function changeWebsite(server: TestServer, id: number, fields: object): Promise<WebsiteRecord> {
  const { status, body } = await rest(server, `${WEBSITES}/${id}`, json('PATCH', fields));
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
}

/** A further API key of the server's account: `scopes`, `website_id`, `expires_at`. */
export async function newKey(server: TestServer, bounds: object): Promise<{ id: number; key: string }> {
  const context = createContext(server.deps, operator(server.accountId));
  const { apiKey, key } = await createApiKey({ name: 'bounded', ...bounds }, context);
  return { id: apiKey.id, key };
}

/** Rows of a statistic of a website, November 2026 unless `query` says otherwise. */
export async function statRows(server: TestServer, id: number, name: string, query = '') {
  const range = query || 'from=2026-11-01&to=2026-11-30';
  const { status, body } = await rest<{ value: string; count: number }[]>(
    server,
    `/api/v1/stats/${id}?name=${name}&per_page=100&${range}`,
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data.map(({ value, count }): [string, number] => [value, count]);
}

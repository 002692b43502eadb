import { CHROME, type TestServer } from '../server.ts';
import { rows } from '../tables.ts';

/** A request as the tracker of another product sends it. */
export interface Sent {
  method?: 'GET' | 'POST';
  /** With the query. */
  path: string;
  /** Text and bytes as they are; anything else as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** A request by GET with parameters. */
export const byGet = (path: string, fields: Record<string, string>): Sent => ({
  method: 'GET',
  path: `${path}?${new URLSearchParams(fields)}`,
});

/** A request with the fields of a form. */
export const byForm = (path: string, fields: Record<string, string>): Sent => ({
  path,
  body: String(new URLSearchParams(fields)),
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

/** JSON in Base64, as some trackers send it. */
export const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');

/** Sends it without an API key, from a page of https://shop.example.com in Chrome. */
export function sendForeign(server: TestServer, { method = 'POST', path, body, headers }: Sent) {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array;
  return server.call(path, {
    method,
    key: null,
    headers: {
      'user-agent': CHROME,
      'accept-language': 'en-GB,en;q=0.9',
      origin: 'https://shop.example.com',
      referer: 'https://shop.example.com/',
      ...headers,
    },
    ...(method === 'POST' && { body: (isRaw ? body : JSON.stringify(body)) as string }),
  });
}

/** What is stored of a hit: its path, and its other fields if it has them. */
export interface StoredHit {
  path: string;
  event?: string;
  value?: number;
  /** `49.90 EUR` */
  revenue?: string;
  properties?: Record<string, string>;
}

interface Row {
  path: string;
  event: string | null;
  value: number | null;
  amount: number | null;
  currency: string | null;
  properties: string | null;
}

/** All hits that a server has stored, in their order. */
export async function storedHits(server: TestServer): Promise<StoredHit[]> {
  const found = await rows<Row>(
    server,
    'SELECT "path", "event", "value", "amount", "currency", "properties" FROM "Hit" ORDER BY "id"',
  );
  return found.map(({ path, event, value, amount, currency, properties }) => ({
    path,
    ...(event !== null && { event }),
    ...(value !== null && { value }),
    ...(amount !== null && { revenue: `${(amount / 1e4).toFixed(2)} ${currency}` }),
    ...(properties !== null && { properties: JSON.parse(properties) }),
  }));
}

/** The dimensions of all visits that trackers determine, in the order of their beginning. */
export function storedVisits(server: TestServer) {
  return rows<Record<'referrer' | 'utm_source' | 'campaign' | 'language' | 'resolution', string>>(
    server,
    `SELECT "referrer", "utm_source", "campaign", "language", "resolution" FROM "Visit"
     ORDER BY "startedAt", "number"`,
  );
}

import { CHROME, type TestServer } from './server.ts';
import { rows } from './tables.ts';

/** Sends a hit as the tracker does: JSON as text/plain, without a key. */
export function sendHit(
  server: TestServer,
  fields: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return server.call('/api/event', {
    method: 'POST',
    key: null,
    headers: { 'user-agent': CHROME, 'content-type': 'text/plain', ...headers },
    body: JSON.stringify(fields),
  });
}

/** Requests the pixel as an `<img>` does. */
export function loadPixel(
  server: TestServer,
  query: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return server.call(`/pixel.gif?${new URLSearchParams(query)}`, {
    key: null,
    headers: { 'user-agent': CHROME, ...headers },
  });
}

/** The outcome of a hit: the status, and the reason if it was dropped. */
export function outcome(response: Response): [number, string | null] {
  return [response.status, response.headers.get('x-footfall-dropped')];
}

export const RECORDED: [number, null] = [202, null];

/** All counters of dropped hits. */
export function drops(server: TestServer) {
  return rows<{ websiteId: number; day: number; reason: string; count: number }>(
    server,
    `SELECT "websiteId", "day", "reason", "count" FROM "Drop" ORDER BY "websiteId", "day", "reason"`,
  );
}

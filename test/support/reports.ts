import type { Mailbox } from './mailbox.ts';
import { startTestServer, type TestServer } from './server.ts';

/** Monday, 16 November 2026, 08:00 UTC. */
export const MONDAY = Date.UTC(2026, 10, 16, 8);
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** A time that a test controls, for one or several servers. */
export interface Clock {
  now: number;
}

/** A test server that sends reports to a mailbox and takes its time from `clock`. */
export function startReporting(mailbox: Mailbox, clock: Clock, beside?: TestServer): Promise<TestServer> {
  const env = { SMTP_URL: mailbox.url, MAIL_FROM: 'Footfall <reports@stats.example.com>' };
  return startTestServer({ env, now: () => clock.now, ...(beside && { beside }) });
}

/** Sends a GraphQL operation with the server's key, another key, or none (null). */
export async function graphql<Data>(
  server: TestServer,
  query: string,
  variables: object = {},
  key?: string | null,
): Promise<{ data: Data; errors?: { message: string; extensions: { code: string } }[] }> {
  const response = await server.call('/graphql', {
    method: 'POST',
    body: JSON.stringify({ query, variables }),
    headers: { 'content-type': 'application/json' },
    ...(key !== undefined && { key }),
  });
  const { extensions: _, ...answer } = (await response.json()) as { extensions?: unknown };
  return answer as never;
}

/** A promise and the function that resolves it. */
export function signal(): { given: Promise<void>; give: () => void } {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

import { createParser } from 'eventsource-parser';

/** A result of a subscription, as GraphQL sends it. */
export interface Message {
  data?: unknown;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/**
 * The codes of Footfall's errors after which the same request would be refused again. An answer without such
 * a code is not Footfall's own refusal, whatever its status is: a proxy answers 404 or 421 for some seconds
 * while it is configured anew, and a network with a login page answers 200.
 */
const FINAL = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'NOT_FOUND',
  'BAD_REQUEST',
  'BAD_USER_INPUT',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
];

/** An answer of another program that says to wait longer than this, in ms, is not believed. */
const MOST_WAIT_MS = 60_000;

/** Whether a message says that the same request would be refused again. */
export const isFinal = (message: Message | null): boolean =>
  Array.isArray(message?.errors) && message.errors.some((error) => FINAL.includes(codeOf(error)));

/** Whether a message says that the session has ended, or that there is none. */
export const isUnauthenticated = (message: Message): boolean =>
  message.errors?.some((error) => codeOf(error) === 'UNAUTHENTICATED') === true;

const codeOf = (error: { extensions?: { code?: unknown } } | null) => String(error?.extensions?.code ?? '');

/** The server, or a program in front of it, refused a subscription. */
export class Refused extends Error {
  /**
   * @param isFinal whether the same request would be refused again.
   * @param retryAfterMs how long the answer asks to wait; null if it does not say.
   */
  constructor(
    message: string,
    readonly isFinal: boolean,
    readonly retryAfterMs: number | null = null,
  ) {
    super(message);
  }
}

export interface Listener {
  message(message: Message): void;
  /** Called with everything that arrives, also with the server's pings. */
  heard(): void;
}

/**
 * Runs a subscription by the distinct connections mode of GraphQL over Server-Sent Events, until the server
 * completes it or the connection ends.
 * Source: https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md
 * @throws Refused; TypeError if the connection fails; the reason of `signal`.
 */
export async function readEvents(
  body: { query: string; variables: unknown },
  headers: Record<string, string>,
  { message, heard }: Listener,
  signal: AbortSignal,
): Promise<void> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.headers.get('Content-Type')?.startsWith('text/event-stream') || !response.body)
    throw await refusal(response);
  let isComplete = false;
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === 'next') message(JSON.parse(data));
      else if (event === 'complete') isComplete = true;
    },
  });
  const text = new TextDecoder();
  const reader = response.body.getReader();
  while (!isComplete) {
    const { value, done } = await reader.read();
    if (done) return;
    heard();
    parser.feed(text.decode(value, { stream: true }));
  }
  await reader.cancel();
}

/** Describes an answer that is no stream. */
async function refusal(response: Response): Promise<Refused> {
  const answer = (await response.json().catch(() => null)) as Message | null;
  const wait = Number(response.headers.get('Retry-After')) * 1000;
  return new Refused(
    answer?.errors?.[0]?.message ?? `Status ${response.status}`,
    isFinal(answer),
    wait > 0 ? Math.min(wait, MOST_WAIT_MS) : null,
  );
}

import { createParser } from 'eventsource-parser';

/** A result of a subscription, as GraphQL sends it. */
export interface Message {
  data?: unknown;
  errors?: { message: string; extensions?: { code?: string } }[];
}

/** The server refused a subscription. */
export class Refused extends Error {
  /**
   * @param isFinal whether the same request would be refused again.
   * @param retryAfterMs how long the server asks to wait; null if it does not say.
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
  const text = answer?.errors?.map(({ message }) => message).join(' ') || `Status ${response.status}`;
  const seconds = Number(response.headers.get('Retry-After'));
  // Too many requests, and faults of the server, are over some time.
  const passes = response.status === 429 || response.status >= 500;
  return new Refused(text, !passes, seconds > 0 ? seconds * 1000 : null);
}

import { isFinal, isUnauthenticated, type Message, Refused, readEvents } from './events.ts';

/** The state of live numbers. */
export type LiveState<Data> =
  /** Numbers that are right now. */
  | { status: 'live'; data: Data }
  /** There is no connection yet, or none any more. The last numbers may be old. */
  | { status: 'connecting' | 'reconnecting'; data: Data | null }
  /** The server ended the stream for good, and says why. */
  | { status: 'ended'; data: null; reason: string };

/** The server sends something every 12 s. After this time in ms without anything, the connection is dead. */
const SILENCE_MS = 30_000;
/** The pause before the first attempt to reconnect, and the longest one, in ms. */
const FIRST_PAUSE_MS = 500;
const LAST_PAUSE_MS = 30_000;

/**
 * Returns the pause before a further attempt in ms: longer with each one, and random, so that not all
 * browsers return at once after a server was started again.
 * @param attempt from 0.
 * @param random from 0 to 1.
 */
export const pauseMs = (attempt: number, random: number): number =>
  Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + random / 2);

export interface Subscription {
  query: string;
  variables: unknown;
  headers: () => Record<string, string>;
}

/**
 * Runs a subscription, and connects again when its connection ends. A connection that has become silent, or
 * that a browser without network has, counts as ended.
 * @param tell called with each state.
 * @returns a function that ends the stream. `tell` is not called afterwards.
 */
export function keepStream<Data>(
  { query, variables, headers }: Subscription,
  tell: (state: LiveState<Data>) => void,
  random: () => number = Math.random,
): () => void {
  const stopping = new AbortController();
  let connection = new AbortController();
  let attempt = 0;
  let data: Data | null = null;
  /** Why the session of a live connection ended; null since the last numbers. */
  let sessionEnd: string | null = null;
  let silence = 0;

  function heard() {
    clearTimeout(silence);
    silence = window.setTimeout(() => connection.abort(), SILENCE_MS);
  }

  function receive(message: Message) {
    const [error] = message.errors ?? [];
    if (error) {
      // The browser may have a new cookie since: the person confirmed the password, or logged in again.
      const isFirst = data !== null && sessionEnd === null && isUnauthenticated(message);
      if (isFirst) sessionEnd = error.message;
      throw new Refused(error.message, isFinal(message) && !isFirst);
    }
    attempt = 0;
    sessionEnd = null;
    data = message.data as Data;
    tell({ status: 'live', data });
  }

  /** @returns how long to wait before the next attempt in ms; null if there is none. */
  async function connect(): Promise<number | null> {
    connection = new AbortController();
    let asked: number | null = null;
    try {
      heard();
      const signal = AbortSignal.any([stopping.signal, connection.signal]);
      await readEvents({ query, variables }, headers(), { message: receive, heard }, signal);
    } catch (error) {
      if (error instanceof Refused && error.isFinal && !stopping.signal.aborted) {
        tell({ status: 'ended', data: null, reason: sessionEnd ?? error.message });
        return null;
      }
      if (error instanceof Refused) asked = error.retryAfterMs;
    } finally {
      clearTimeout(silence);
      // Ends a connection from which an error was read.
      connection.abort();
    }
    const pause = Math.max(asked ?? 0, pauseMs(attempt, random()));
    attempt += 1;
    return stopping.signal.aborted ? null : pause;
  }

  async function run() {
    tell({ status: 'connecting', data });
    for (let pause = await connect(); pause !== null; pause = await connect()) {
      tell({ status: 'reconnecting', data });
      await waitOr(pause, 'online', stopping.signal);
      if (stopping.signal.aborted) return;
    }
  }

  addEventListener('offline', () => connection.abort(), { signal: stopping.signal });
  void run();
  return () => stopping.abort();
}

/** Waits for `ms`, or until an event of the window, or until `signal` is aborted. */
function waitOr(ms: number, event: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      over.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener(event, end, { signal: over.signal });
    signal.addEventListener('abort', end, { signal: over.signal });
  });
}

import type { Person } from './person.ts';
import type { TestServer } from './server.ts';

/** A field or comment line of an event stream, parsed as the HTML standard says. */
export interface ServerEvent {
  event: string;
  data: string;
}

/** A message of a subscription. */
export interface Result<Data> {
  data?: Data | null;
  errors?: { message: string; path?: string[]; extensions: Record<string, unknown> }[];
}

/** An open response with server-sent events. */
export interface Opened<Data = Record<string, never>> {
  status: number;
  headers: Headers;
  /** Number of comments so far. */
  comments(): number;
  /** Returns the next event; null at the end of the response. */
  event(): Promise<ServerEvent | null>;
  /** Returns the JSON of the next event, which must be `next`. */
  next(): Promise<Result<Data>>;
  /** Reads until a message for which `wanted` holds, and returns it. */
  until(wanted: (data: Data) => boolean): Promise<Data>;
  /** The events that have arrived and were not returned yet. */
  waiting(): ServerEvent[];
  close(): void;
  [Symbol.asyncDispose](): Promise<void>;
}

type Send = (path: string, init: RequestInit & { key?: string | null }) => Promise<Response>;

/** Parses the events of a response while they arrive. */
export async function openEvents<Data>(
  response: Response,
  cancel: () => void = () => undefined,
): Promise<Opened<Data>> {
  const events: ServerEvent[] = [];
  let comments = 0;
  let ended = false;
  let failure: unknown = null;
  let arrived: () => void = () => undefined;
  void (async () => {
    let rest = '';
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) {
        rest += decoder.decode(chunk as Uint8Array, { stream: true });
        const blocks = rest.split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const lines = block.split('\n');
          comments += lines.filter((line) => line.startsWith(':')).length;
          const field = (name: string) =>
            lines
              .filter((line) => line === name || line.startsWith(`${name}:`))
              .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
          const [event] = field('event');
          if (event !== undefined) events.push({ event, data: field('data').join('\n') });
        }
        arrived();
      }
    } catch (error) {
      // The server or this client closed the connection.
      failure = error;
    }
    ended = true;
    arrived();
  })();
  const event = async () => {
    while (events.length === 0 && !ended)
      await new Promise<void>((resolve) => {
        arrived = resolve;
      });
    return events.shift() ?? null;
  };
  const next = async () => {
    const found = await event();
    if (found?.event !== 'next')
      throw new Error(`Expected a message; got ${JSON.stringify(found)}.`, { cause: failure });
    return JSON.parse(found.data) as Result<Data>;
  };
  return {
    status: response.status,
    headers: response.headers,
    comments: () => comments,
    event,
    next,
    async until(wanted) {
      for (;;) {
        const { data, errors } = await next();
        if (errors || !data) throw new Error(JSON.stringify(errors));
        if (wanted(data)) return data;
      }
    },
    waiting: () => events,
    close: cancel,
    async [Symbol.asyncDispose]() {
      // Not awaited: an abort at the moment of the end leaves the iteration of a response waiting.
      cancel();
    },
  };
}

async function open<Data>(
  send: Send,
  query: string,
  { variables = {}, headers = {}, ...init }: StreamOptions = {},
): Promise<Opened<Data>> {
  const controller = new AbortController();
  const response = await send('/graphql', {
    method: 'POST',
    ...init,
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', ...headers },
    body: JSON.stringify({ query, variables }),
    signal: controller.signal,
  });
  return openEvents(response, () => controller.abort());
}

interface StreamOptions {
  variables?: object;
  headers?: Record<string, string>;
  /** Another API key than the server's, or none (null). */
  key?: string | null;
}

/** Sends an operation whose results are server-sent events. */
export const subscribe = <Data = Record<string, never>>(
  { call }: Pick<TestServer, 'call'>,
  query: string,
  options: StreamOptions = {},
): Promise<Opened<Data>> => open(call, query, options);

/** As {@link subscribe}, in a browser with cookies. */
export const subscribeAs = <Data = Record<string, never>>(
  person: Person,
  query: string,
  options: StreamOptions = {},
): Promise<Opened<Data>> =>
  open(person.fetch, query, { ...options, headers: { 'sec-fetch-site': 'same-origin', ...options.headers } });

import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { CHROME, IPHONE } from '../server.ts';
import { extrasOfPath } from './extras.ts';
import { Ledger } from './ledger.ts';

const AGENTS = [
  CHROME,
  IPHONE,
  'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0',
];
const BOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)';

export interface LoadOptions {
  url: string;
  /** Tracking IDs of websites of example.com. */
  websites: string[];
  /** The first part of the paths of all hits. */
  name: string;
  connections: number;
  /** The maximum number of requests in flight on a connection; more than one are pipelined. */
  depth?: number;
  /** Milliseconds between a response and the next request; 0 by default. */
  pause?: number;
}

export interface Load {
  ledger: Ledger;
  /** Waits until the ledger meets a condition. Rejects if all connections close first. */
  until(reached: (ledger: Ledger) => boolean): Promise<void>;
  /** Sends no more hits, waits for outstanding responses and closes the connections. */
  stop(): Promise<void>;
  /** Resolves when all connections are closed, by either side. */
  closed: Promise<void>;
}

/**
 * Sends hits from many connections and visitors, and records the outcome of each. The server must trust one
 * proxy. All hits have properties (extras.ts); one in ten is an event with revenue, one in fifty comes from a
 * bot.
 */
export function startLoad(options: LoadOptions): Load {
  const ledger = new Ledger();
  const state: State = { ledger, sending: true, number: 0, watchers: new Set() };
  const connections = Array.from({ length: options.connections }, () => runConnection(options, state));
  let open = true;
  const closed = Promise.all(connections).then(() => {
    open = false;
    changed(state);
  });
  return {
    ledger,
    closed,
    until: (reached) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (reached(ledger)) resolve();
          else if (!open) reject(new Error('All connections are closed.'));
          else return;
          state.watchers.delete(look);
        };
        state.watchers.add(look);
        look();
      }),
    stop() {
      state.sending = false;
      return closed;
    },
  };
}

/** Waits until this many hits are acknowledged. */
export const reached = (load: Load, hits: number) =>
  load.until(({ acknowledged }) => acknowledged.size >= hits);

/** Waits until this many more hits are acknowledged. */
export const more = (load: Load, hits: number) => reached(load, load.ledger.acknowledged.size + hits);

interface State {
  ledger: Ledger;
  sending: boolean;
  number: number;
  watchers: Set<() => void>;
}

function changed({ watchers }: State): void {
  for (const look of watchers) look();
}

function runConnection(
  { url, websites, name, depth = 1, pause = 0 }: LoadOptions,
  state: State,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const { ledger } = state;
  const socket = connect(Number(port), hostname);
  const pending: string[] = [];
  let unread = '';

  function send(requests: number): void {
    if (!state.sending && pending.length === 0) socket.end();
    if (!state.sending || socket.destroyed) return;
    let text = '';
    for (let left = requests; left > 0; left -= 1) {
      const number = state.number++;
      const path = `/${name}/${number}`;
      text += request(number, path, websites[number % websites.length] ?? '');
      ledger.sent.add(path);
      pending.push(path);
    }
    socket.write(text, 'latin1');
    changed(state);
  }

  socket.setEncoding('latin1');
  socket.once('connect', () => send(depth));
  socket.on('data', async (chunk: string) => {
    const { answers, rest } = readAnswers(unread + chunk);
    unread = rest;
    for (const { head, body } of answers) ledger.answered(pending.shift() ?? '?', head, body);
    changed(state);
    if (pause > 0) await sleep(pause);
    send(answers.length);
  });
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', () => {
      for (const path of pending) ledger.unanswered.add(path);
      resolve();
    });
  });
}

function request(number: number, path: string, website: string): string {
  const body = JSON.stringify({ website, page: `https://example.com${path}`, ...extrasOfPath(path).sent });
  return [
    'POST /api/event HTTP/1.1',
    'Host: stats.example.com',
    `User-Agent: ${number % 50 === 25 ? BOT : AGENTS[number % AGENTS.length]}`,
    `X-Forwarded-For: 81.2.${number % 4}.${number % 97}`,
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** All complete responses, and the remaining text. */
function readAnswers(text: string): { answers: { head: string; body: string }[]; rest: string } {
  const answers: { head: string; body: string }[] = [];
  let start = 0;
  for (;;) {
    const end = text.indexOf('\r\n\r\n', start);
    if (end < 0) break;
    const head = text.slice(start, end);
    const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    const next = end + 4 + length;
    if (text.length < next) break;
    answers.push({ head, body: text.slice(end + 4, next) });
    start = next;
  }
  return { answers, rest: text.slice(start) };
}

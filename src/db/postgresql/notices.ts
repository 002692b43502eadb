import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { Notices } from '../notices.ts';
import { connectionConfig, prepare } from './connections.ts';

export const CHANNEL = 'footfall_hits';

/** Messages of this time are sent together, in ms. A message takes a lock that all of the server share. */
const GATHER_MS = 100;
/** Interval between attempts to connect, in ms. */
const RETRY_MS = 1_000;
/** Interval between tests of a connection that listens, and their timeout, in ms. */
const PROBE_MS = 10_000;
const STATEMENT_MS = 5_000;
/** PostgreSQL limits a message to 8,000 bytes; an id and its separator have at most 11. */
const IDS_PER_MESSAGE = 700;

/** The commit of a message does not wait for the disk: after a crash, no connection listens any more. */
const NO_WAIT = 'SET synchronous_commit = off';
const NOTIFY = `SELECT pg_notify('${CHANNEL}', "message") FROM unnest(CAST($1 AS TEXT[])) AS "message"`;

/**
 * Sends and receives messages with NOTIFY and LISTEN, on one connection of their own. It connects on demand,
 * and again after the connection broke.
 *
 * A connection pooler in transaction mode accepts LISTEN, but no message arrives. So `isListening` is true
 * only after the connection has received its own first message.
 */
export function createNotices(url: string): Notices {
  const sender = randomBytes(4).toString('hex');
  const unsent = new Set<number>();
  let heard: ((websiteIds: readonly number[]) => void) | null = null;
  let client: pg.Client | null = null;
  let connecting: Promise<void> | null = null;
  let listening = false;
  let closed = false;
  let sentAt = Number.NEGATIVE_INFINITY;
  let sending: NodeJS.Timeout | null = null;
  let retry: NodeJS.Timeout | null = null;

  function lose(lost: pg.Client): void {
    void lost.end().catch(() => undefined);
    if (client !== lost) return;
    client = null;
    listening = false;
    connectLater();
  }

  function connectLater(): void {
    if (closed || retry || !(heard || unsent.size > 0)) return;
    retry = setTimeout(() => {
      retry = null;
      void connect();
    }, RETRY_MS).unref();
  }

  function connect(): Promise<void> {
    connecting ??= open().finally(() => {
      connecting = null;
    });
    return connecting;
  }

  async function open(): Promise<void> {
    const fresh = new pg.Client(connectionConfig(url, { integers: 'numbers', statementMs: STATEMENT_MS }));
    fresh.on('error', () => lose(fresh)).on('end', () => lose(fresh));
    fresh.on('notification', ({ payload = '' }) => receive(payload));
    try {
      await fresh.connect();
      await prepare(fresh, url, { readOnly: false });
      await fresh.query(NO_WAIT);
      if (closed) return void (await fresh.end());
      client = fresh;
      if (heard) await subscribe(fresh);
    } catch {
      client = client === fresh ? null : client;
      void fresh.end().catch(() => undefined);
      connectLater();
      return;
    }
    if (unsent.size > 0) sendLater();
  }

  async function subscribe(on: pg.Client): Promise<void> {
    await on.query(`LISTEN ${CHANNEL}`);
    await on.query(NOTIFY, [[sender]]);
  }

  function receive(message: string): void {
    const [from, ids] = message.split(' ');
    if (from === sender) listening = client !== null;
    else if (ids) heard?.(ids.split(',').map(Number));
  }

  function sendLater(): void {
    if (sending || closed) return;
    const wait = Math.max(0, sentAt + GATHER_MS - performance.now());
    sending = setTimeout(() => {
      sending = null;
      void flush();
    }, wait);
    sending.unref();
  }

  async function flush(): Promise<void> {
    if (!client) {
      if (!retry) await connect();
      return;
    }
    const on = client;
    const ids = [...unsent];
    unsent.clear();
    sentAt = performance.now();
    const messages = [];
    for (let from = 0; from < ids.length; from += IDS_PER_MESSAGE)
      messages.push(`${sender} ${ids.slice(from, from + IDS_PER_MESSAGE).join(',')}`);
    try {
      await on.query(NOTIFY, [messages]);
    } catch {
      for (const id of ids) unsent.add(id);
      lose(on);
    }
  }

  /** Finds a connection that vanished without an error, for example in a firewall. */
  const probe = setInterval(() => {
    const on = client;
    if (on && heard) void on.query('SELECT 1').catch(() => lose(on));
  }, PROBE_MS).unref();

  return {
    send(websiteIds) {
      for (const id of websiteIds) unsent.add(id);
      if (unsent.size > 0) sendLater();
    },
    listen(callback) {
      heard = callback;
      if (client) void subscribe(client).catch(() => undefined);
      else void connect();
    },
    isListening: () => listening,
    async close() {
      if (client && unsent.size > 0) await flush();
      closed = true;
      clearInterval(probe);
      for (const timer of [sending, retry]) if (timer) clearTimeout(timer);
      await connecting;
      await client?.end().catch(() => undefined);
    },
  };
}

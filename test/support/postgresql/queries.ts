import pg from 'pg';

/** A statement that is sent to PostgreSQL, by Prisma or directly. */
export interface Query {
  text: string;
  values: unknown[];
}

type Send = (query: unknown, values?: unknown, ...rest: unknown[]) => unknown;

/** Records every statement of this process from now on. @returns a live list. */
export function watchQueries(): Query[] & Disposable {
  const seen: Query[] = [];
  const prototype = pg.Client.prototype as unknown as { query: Send };
  const send = prototype.query;
  prototype.query = function (this: unknown, query, values, ...rest) {
    const { text, values: inside } = (typeof query === 'string' ? { text: query } : query) as Partial<Query>;
    if (text !== undefined) seen.push({ text, values: inside ?? (Array.isArray(values) ? values : []) });
    return send.call(this, query, values, ...rest);
  };
  return Object.assign(seen, {
    [Symbol.dispose]() {
      prototype.query = send;
    },
  });
}

/**
 * Makes Citus report its remote and local commands on new connections. @returns a live list of these
 * messages.
 */
export function watchShards(): string[] & Disposable {
  const said: string[] = [];
  const prototype = pg.Client.prototype as unknown as { query: Send };
  const send = prototype.query;
  prototype.query = function (this: pg.Client, query, ...rest) {
    // The first statement of each connection (connections.ts) turns notices off.
    if (typeof query !== 'string' || !query.includes('client_min_messages'))
      return send.call(this, query, ...rest);
    this.on('notice', ({ message }) => void said.push(message ?? ''));
    const speaking =
      'SET client_min_messages = notice; ' +
      'SET citus.log_remote_commands = on; SET citus.log_local_commands = on';
    return send.call(this, `${query}; ${speaking}`, ...rest);
  };
  return Object.assign(said, {
    [Symbol.dispose]() {
      prototype.query = send;
    },
  });
}

import { createHash } from 'node:crypto';
import { createAccount } from '../../src/auth/accounts.ts';
import { createHashing } from '../../src/auth/hashing.ts';
import { createApiKey, operator } from '../../src/auth/keys.ts';
import { readConfig } from '../../src/config.ts';
import { createContext } from '../../src/context.ts';
import { createLog } from '../../src/log.ts';
import { type RunningServer, type ServerOptions, startServer } from '../../src/server.ts';
import { type FreshDatabase, freshDatabase, loneDatabase } from './database.ts';

export { temporaryFolder } from './database.ts';

/** Saturday, 21 November 2026, 12:00 UTC: the time of every test server unless a test sets another. */
export const NOON = Date.UTC(2026, 10, 21, 12);

/** The least that argon2id takes: what hashing costs is no business of tests. */
export const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** User agents that real browsers send. */
export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

/** Bytes that look random and are the same in every run. */
export function seededRandom(seed: string): (bytes: number) => Uint8Array {
  let count = 0;
  return (bytes) => {
    const blocks: Buffer[] = [];
    for (let have = 0; have < bytes; have += 32) {
      blocks.push(createHash('sha256').update(`${seed} ${count++}`).digest());
    }
    return Buffer.concat(blocks).subarray(0, bytes);
  };
}

export interface TestServer extends RunningServer {
  database: Pick<FreshDatabase, 'url' | 'file'>;
  /** Lines of the log. */
  logLines: string[];
  /** Sets the time that the server sees. */
  setTime(ms: number): void;
  accountId: number;
  /** An API key of an account that may do everything. */
  key: string;
  /** Calls the server; a relative path, with the key unless `key` says otherwise (null for none). */
  call(path: string, init?: RequestInit & { key?: string | null }): Promise<Response>;
  /** Another account with a key. */
  newAccount(email: string): Promise<{ accountId: number; key: string }>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** A real server on a port of its own, with a database of its own and an account. Use it with `await using`. */
export async function startTestServer(
  options: Partial<ServerOptions> & {
    env?: Record<string, string>;
    /** Leaves the database without an account, as at the first start; `key` is empty then. */
    unclaimed?: boolean;
    /** Another test server, running or stopped, whose database and account this one has. */
    beside?: Pick<TestServer, 'database' | 'accountId' | 'key'>;
    /** Nobody else commits where its database is. */
    alone?: boolean;
  } = {},
): Promise<TestServer> {
  const fresh = options.beside ? null : await (options.alone ? loneDatabase() : freshDatabase());
  const database = options.beside?.database ?? (fresh as FreshDatabase);
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    BASE_URL: 'https://stats.example.com',
    RATE_LIMIT: '0',
    TRACK_LIMIT: '0',
    TRUST_PROXY: '1',
    ...options.env,
  });
  let time = NOON;
  const logLines: string[] = [];
  const server = await startServer({
    log: createLog('info', false, { write: (line) => void logLines.push(line) }),
    script: '/* tracker */',
    now: () => time,
    random: seededRandom(options.beside ? 'another process' : 'footfall'),
    hashing: createHashing({ parameters: CHEAP }),
    ...options,
    config,
  });
  const { deps } = server;

  async function newAccount(email: string) {
    const account = await createAccount({ email, password: 'correct horse' }, deps);
    const { key } = await createApiKey({ name: 'test' }, createContext(deps, operator(account.id)));
    return { accountId: account.id, key };
  }
  const nobody = options.unclaimed ? { accountId: 0, key: '' } : null;
  const { accountId, key } = options.beside ?? nobody ?? (await newAccount('owner@example.com'));

  return {
    ...server,
    url: server.url.replace('localhost', '127.0.0.1'),
    database,
    logLines,
    accountId,
    key,
    newAccount,
    setTime(ms) {
      time = ms;
    },
    call(where, { key: as = key, ...init } = {}) {
      const headers = new Headers(init.headers);
      if (as !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${as}`);
      const base = server.url.replace('localhost', '127.0.0.1');
      const attempt = () => fetch(new URL(where, base), { ...init, headers, redirect: 'manual' });
      // As browsers do: a connection that was kept may be ended by the server just when it is used again.
      return init.method === undefined ? attempt().catch(attempt) : attempt();
    },
    async [Symbol.asyncDispose]() {
      await server.stop();
      await fresh?.[Symbol.asyncDispose]();
    },
  };
}

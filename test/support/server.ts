import { createHash } from 'node:crypto';
import { type RunningServer, type ServerOptions, startServer } from '../../src/app/server.ts';
import { createAccount, membershipByEmail } from '../../src/auth/accounts.ts';
import { createHashing } from '../../src/auth/hashing.ts';
import { createApiKey, operator } from '../../src/auth/keys.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { createContext } from '../../src/request/context.ts';
import { type FreshDatabase, freshDatabase, loneDatabase } from './database.ts';
import { STATEMENT_TIMEOUT } from './process.ts';

export { temporaryFolder } from './database.ts';

/** Saturday, 21 November 2026, 12:00 UTC: the time of every test server by default. */
export const NOON = Date.UTC(2026, 10, 21, 12);

/** The smallest parameters that argon2id accepts, because tests do not depend on the cost of hashing. */
export const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** User agents that real browsers send. */
export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/142.0.0.0 Safari/537.36';
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) ' +
  'Version/18.1 Mobile/15E148 Safari/604.1';

/** Pseudorandom bytes that are the same in every run. */
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
  /** Sets the current time of the server. */
  setTime(ms: number): void;
  accountId: number;
  /** The team that the account owns. */
  teamId: number;
  /** An API key of the account, with all permissions. */
  key: string;
  /** Sends a request to the server; a relative path, with the server's key, another `key`, or none (null). */
  call(path: string, init?: RequestInit & { key?: string | null }): Promise<Response>;
  /** Creates another account, which owns a team, with a key. */
  newAccount(email: string): Promise<Pick<TestServer, 'accountId' | 'teamId' | 'key'>>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The database of a test server, and the account in it. */
type Owned = Pick<TestServer, 'database' | 'accountId' | 'teamId' | 'key'>;

/** Starts a real server on a free port, with its own database and account. Use it with `await using`. */
export async function startTestServer(
  options: Partial<ServerOptions> & {
    env?: Record<string, string>;
    /** Leaves the database without an account, as at the first start; `key` is then empty. */
    unclaimed?: boolean;
    /** Another test server, running or stopped, whose database and account this server shares. */
    beside?: Owned;
    /** A stopped test server, of whose database and account this server gets a copy. */
    copyOf?: Owned;
    /** Uses a database server on which nothing else commits. */
    alone?: boolean;
  } = {},
): Promise<TestServer> {
  const existing = options.beside ?? options.copyOf;
  const fresh = options.beside
    ? null
    : await (options.alone ? loneDatabase() : freshDatabase(options.copyOf?.database));
  const database = options.beside?.database ?? (fresh as FreshDatabase);
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: database.url,
    BASE_URL: 'https://stats.example.com',
    RATE_LIMIT: '0',
    TRACK_LIMIT: '0',
    TRUST_PROXY: '1',
    STATEMENT_TIMEOUT,
    ...options.env,
  });
  let time = NOON;
  const logLines: string[] = [];
  let running: RunningServer | null = await startServer({
    log: createLog('info', false, { write: (line) => void logLines.push(line) }),
    script: '/* tracker */',
    now: () => time,
    // Servers on one database have their own ids as holders of leases.
    random: seededRandom(options.beside ? 'another process' : options.copyOf ? 'a copy' : 'footfall'),
    hashing: createHashing({ parameters: CHEAP }),
    // They would seal days, send reports and delete rows at a moment that depends on how busy the machine is.
    repeatJobs: false,
    ...options,
    // A test that takes longer than a server keeps a connection would send its next request just when the
    // connection is closed.
    connections: options.connections ?? { keepAliveMs: 600_000 },
    config,
  });
  const url = running.url.replace('localhost', '127.0.0.1');

  async function newAccount(email: string) {
    const { deps } = running as RunningServer;
    const account = await createAccount({ email, password: 'correct horse' }, deps);
    const { teamId } = await membershipByEmail(email, undefined, deps);
    const { key } = await createApiKey({ name: 'test' }, createContext(deps, operator(teamId)));
    return { accountId: account.id, teamId, key };
  }
  const nobody = options.unclaimed ? { accountId: 0, teamId: 0, key: '' } : null;
  const { accountId, teamId, key } = existing ?? nobody ?? (await newAccount('owner@example.com'));

  const started: TestServer = {
    ...running,
    url,
    database,
    logLines,
    accountId,
    teamId,
    key,
    newAccount,
    setTime(ms) {
      time = ms;
    },
    call(where, { key: as = key, ...init } = {}) {
      const headers = new Headers(init.headers);
      if (as !== null && !headers.has('authorization')) headers.set('authorization', `Bearer ${as}`);
      return fetch(new URL(where, url), { ...init, headers, redirect: 'manual' });
    },
    async [Symbol.asyncDispose]() {
      await running?.stop();
      // A file that keeps this object in a variable must not keep the caches of the server until its worker
      // ends.
      running = null;
      const parts: Partial<RunningServer> = started;
      for (const name of ['deps', 'routes', 'live', 'runJobs', 'stop'] as const) delete parts[name];
      await fresh?.[Symbol.asyncDispose]();
    },
  };
  return started;
}

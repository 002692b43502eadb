import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApp } from './app.ts';
import type { Config } from './config.ts';
import type { Deps } from './context.ts';
import { migrate } from './db/migrate.ts';
import { type OpenOptions, openDatabase } from './db/open.ts';
import type { GraphqlOptions } from './graphql.ts';
import { createDirectory } from './ingest/directory.ts';
import { hitIds } from './ingest/ids.ts';
import { openPlaces, type PlaceLookup } from './ingest/place.ts';
import { createSalts } from './ingest/salts.ts';
import { createUserAgentParser } from './ingest/userAgent.ts';
import { createWriter } from './ingest/writer.ts';
import { startJobs } from './jobs.ts';
import type { Log } from './log.ts';
import { isUnclaimed } from './resolvers/accounts.ts';

export interface ServerOptions extends OpenOptions {
  config: Config;
  log: Log;
  /** The tracker, minified. */
  script: string;
  graphiql?: GraphqlOptions['graphiql'];
  /** Unix milliseconds; the machine's clock by default. */
  now?: () => number;
  random?: (bytes: number) => Uint8Array;
  /** Finds places; in the configured database by default. */
  findPlace?: PlaceLookup;
}

/** A running server. */
export interface RunningServer {
  /** Where it listens, for requests from this machine. */
  url: string;
  /** The first-start link; null when there is an account. */
  setupUrl: string | null;
  deps: Deps;
  /** Stops accepting, answers what was accepted, closes the database. */
  stop(): Promise<void>;
}

/** Migrates and opens the database, and listens. Throws what the database or the port says. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { config, log, script, now = Date.now, random = randomBytes } = options;
  const places =
    options.findPlace ??
    openPlaces({ database: config.geoDatabase, onProblem: (message) => log.warn(message) });
  const applied = await migrate(config.databaseUrl);
  if (applied.length > 0) log.info({ applied }, 'The database was migrated');
  const db = await openDatabase(config.databaseUrl, options);
  const deps: Deps = { config, db, log, now, random };

  const directory = createDirectory(deps);
  const salts = createSalts(deps);
  const writer = createWriter({ db, log, nextId: hitIds(now, random) });
  const steps = {
    directory,
    salts,
    writer,
    now,
    findPlace: await places,
    parseUserAgent: createUserAgentParser(),
  };
  const setupToken = (await isUnclaimed(deps)) ? Buffer.from(random(24)).toString('base64url') : null;

  const app = createApp({ ...deps, steps, script, setupToken, graphiql: options.graphiql });
  const server = createServer(app.callback());
  await listen(server, config);
  const stopJobs = startJobs({ salts, log });

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    setupUrl: setupToken && `${config.baseUrl}/setup?token=${setupToken}`,
    deps,
    async stop() {
      await closeGently(server);
      await stopJobs();
      await writer.drain();
      await db.close();
    },
  };
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
}

/** Stops accepting and waits for the answers under way; connections that idle are closed. */
function closeGently(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    // A connection kept alive becomes idle after its answer: from now on it is closed then.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    server.once('close', () => clearInterval(sweep));
  });
}

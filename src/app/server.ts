import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { firstStartToken } from '../auth/accounts.ts';
import { createHashing, type Hashing } from '../auth/hashing.ts';
import type { Viewer } from '../auth/viewer.ts';
import { type Config, ConfigError } from '../config.ts';
import { isUnfinished } from '../copy/marker.ts';
import type { OpenOptions } from '../db/database.ts';
import { DatabaseFault } from '../db/health/faults.ts';
import { probeWrite } from '../db/health/guard.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { openDatabase, openSnapshots, resolveUrl } from '../db/open.ts';
import { logTimeZoneRules } from '../db/timeZoneRules.ts';
import { createLocalAnalysis } from '../engine/columns/analysis.ts';
import { createAnalysisThreads } from '../engine/columns/threads.ts';
import type { GraphqlOptions } from '../graphql/yoga.ts';
import { type ConnectionLimits, createLimitedServer, limitsFor } from '../http/connections.ts';
import { whenQuiet } from '../http/quiet.ts';
import { answerRefused } from '../http/refused.ts';
import type { Route } from '../http/routes.ts';
import { type CountryLookup, openCountries } from '../ingest/geo/country.ts';
import { createPipeline } from '../ingest/pipeline.ts';
import type { Clock } from '../live/group.ts';
import { createLive, type Live, systemClock } from '../live/live.ts';
import type { Log } from '../log.ts';
import { createAccountMails } from '../reports/accountMails.ts';
import { createReportSender } from '../reports/sender.ts';
import { sendInThread } from '../reports/threads.ts';
import { createContext, type Deps } from '../request/context.ts';
import { createExports } from '../transfer/exports/exports.ts';
import { exportStream } from '../transfer/exports/stream.ts';
import { exportInThread } from '../transfer/exports/threads.ts';
import { createImportFolder } from '../transfer/uploads/folder.ts';
import { createImports } from '../transfer/uploads/imports.ts';
import { importThread, localImports } from '../transfer/uploads/threads.ts';
import { hostInUrl } from '../validation/settings.ts';
import { createWebsiteDeletion } from '../websites/deletion.ts';
import { createApp, STATEMENTS_OF_OPERATION } from './app.ts';
import { startJobs } from './jobs/jobs.ts';
import { noMetrics } from './metrics/metrics.ts';
import { startMetrics } from './metrics/start.ts';

export interface ServerOptions extends OpenOptions {
  config: Config;
  log: Log;
  /** The tracker, minified. */
  script: string;
  /** The second script of the tracker, minified. */
  moreScript?: string | undefined;
  graphiql?: GraphqlOptions['graphiql'];
  /** Unix milliseconds; the machine's clock by default. */
  now?: () => number;
  random?: (bytes: number) => Uint8Array;
  /** Password hashing; tests use cheap parameters. */
  hashing?: Hashing;
  /** Looks up the country of an address; by default in the geolocation database. */
  countryOf?: CountryLookup;
  /** The monotonic clock and the timers of live streams; by default those of the machine. */
  liveClock?: Clock;
  /** Connection limits that differ from the defaults. */
  connections?: Partial<ConnectionLimits>;
  /**
   * Records hits in a worker thread, with the machine's clock, and reads statistics in other threads.
   * Requires dist/. By default, all of that runs in this thread.
   */
  threads?: boolean;
  /**
   * Repeats the jobs once a minute, which is the default. Otherwise, they run once before the server is
   * ready, and then only when {@link RunningServer.runJobs} is called: so a test chooses when.
   */
  repeatJobs?: boolean;
}

/** A running server. */
export interface RunningServer {
  /** The server's address for requests from this machine. */
  url: string;
  /** The first-start link; null if there is an account. */
  setupUrl: string | null;
  deps: Deps;
  /** All routes of the server. */
  routes: Route[];
  live: Live;
  /** Runs the jobs that otherwise run once a minute. */
  runJobs: () => Promise<void>;
  /** Stops accepting requests, answers those that were accepted, and closes the database. */
  stop(): Promise<void>;
}

/** More threads would take memory, and would seldom have work. */
const MAX_READ_THREADS = 4;

/** Each has a cache of its own (engine/columns/read/dayCache.ts). */
const MAX_ANALYSIS_THREADS = 2;

const UNFINISHED =
  'DATABASE_URL: a copy into this database is not complete. Run npx footfall copy again until it has ' +
  'finished, or set another database.';

/**
 * Migrates and opens the database, and listens.
 * @throws the error of the database or of the port.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { log, script, now = Date.now, random = randomBytes, hashing = createHashing() } = options;
  const databaseUrl = await resolveUrl(options.config.databaseUrl, { forServer: true });
  const config = { ...options.config, databaseUrl };
  const applied = await migrate(databaseUrl);
  if (applied.length > 0) log.info({ applied }, 'The database was migrated');
  logTimeZoneRules({ log });
  const { threads = false, repeatJobs = true, readMs = config.statementTimeout * 1000 } = options;
  const db = await openDatabase(databaseUrl, {
    ...options,
    readMs,
    ...(threads && { readThreads: { count: Math.min(availableParallelism(), MAX_READ_THREADS), log } }),
  });
  if (await isUnfinished(db.read)) {
    await db.close();
    throw new ConfigError([UNFINISHED]);
  }
  // Temporary faults do not prevent the start, because statistics can be read in the meantime.
  await db.write(probeWrite).catch(async (error) => {
    if (!(error instanceof DatabaseFault) || !['locked', 'full'].includes(error.fault)) {
      await db.close();
      throw error;
    }
    log.error({ err: error }, error.advice);
  });
  const countries = openCountries(config.geoDatabase);
  const { countryOf = countries.find } = options;
  const analysis = threads
    ? createAnalysisThreads(
        { databaseUrl, statementMs: readMs, maxValues: config.maxDistinctValues, log, now },
        Math.min(availableParallelism(), MAX_ANALYSIS_THREADS),
      )
    : createLocalAnalysis(databaseUrl, {
        onQuery: options.onQuery,
        maxValues: config.maxDistinctValues,
        now,
      });
  const deletion = createWebsiteDeletion({ db, log });
  const exports = createExports(
    threads
      ? exportInThread(databaseUrl, log)
      : (request) => exportStream(() => openSnapshots(databaseUrl), request),
  );
  const folder = createImportFolder({ folder: config.importDir, maxBytes: config.importMaxBytes, random });
  const forImports = { db, log, now, folder };
  const imports = createImports({
    ...forImports,
    open: () => (threads ? importThread(config, log) : localImports({ ...forImports, random }, config)),
  });
  const accountMails = config.smtpUrl
    ? createAccountMails({ config, log, now, random }, config.smtpUrl)
    : null;
  const optional = { deletion, exports, imports, ...(accountMails && { accountMails }) };
  const deps: Deps = { config, db, log, now, random, hashing, analysis, countryOf, ...optional };

  const { liveClock: clock = systemClock } = options;
  const live = createLive({ db, log, now, perViewer: config.liveLimit, clock });
  const pipeline = await createPipeline(deps, { threads, stored: live.stored });
  const setupToken = await firstStartToken(deps);

  const prometheus = config.metricsToken ? await startMetrics({ db, pipeline, hashing, live }) : null;
  const app = createApp({
    ...deps,
    pendingDays: (await db.read.pendingDay.count()) > 0,
    pipeline,
    live,
    script,
    moreScript: options.moreScript,
    setupToken,
    prometheus,
    readMs,
    graphiql: options.graphiql,
  });
  const limits = {
    ...limitsFor(readMs * STATEMENTS_OF_OPERATION, config.trustProxy > 0),
    ...options.connections,
  };
  const { server, close } = createLimitedServer(app.listener, limits);
  answerRefused(server, config);
  await listen(server, config);
  // Without this, the first GraphQL operation loads the module (http/lazy.ts). It also reports errors, if
  // any.
  const cancelLoading = threads
    ? whenQuiet(() => void import('../graphql/yoga.ts').catch(() => undefined))
    : undefined;
  const send = threads ? sendInThread(config, log) : undefined;
  const contextOf = (viewer: Viewer) => createContext(deps, viewer);
  const reports = config.smtpUrl ? createReportSender({ ...deps, contextOf }, config.smtpUrl, send) : null;
  const jobs = startJobs(
    { ...deps, deletion, imports, accountMails, pipeline, reports, metrics: prometheus ?? noMetrics },
    repeatJobs,
  );
  if (!repeatJobs) await jobs.first;
  let stopping: Promise<void> | undefined;
  async function stop(): Promise<void> {
    cancelLoading?.();
    // Their requests would never finish by themselves.
    live.close();
    exports.close();
    await Promise.all([close().then(() => deletion.stop()), jobs.stop(), imports.close()]);
    await Promise.all([pipeline.close(), analysis.close()]);
    countries.close();
    await db.close();
  }

  return {
    url: `http://${hostInUrl(config.host)}:${(server.address() as AddressInfo).port}`,
    setupUrl: setupToken && `${config.baseUrl}/setup?token=${setupToken}`,
    deps,
    routes: app.routes,
    live,
    runJobs: jobs.run,
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

/**
 * Number of new connections that may wait until the event loop accepts them. The operating system may allow
 * fewer; it refuses those beyond, and their clients try again after a second or more.
 */
const BACKLOG = 4_096;

/** Returns an error that says which setting prevents the server from listening, and what to do. */
function listenError(error: NodeJS.ErrnoException, { port, host }: Pick<Config, 'port' | 'host'>): Error {
  const problem = {
    EADDRINUSE: `PORT: another program listens on port ${port}. Stop it, or set another PORT.`,
    EACCES: `PORT: this user may not listen on port ${port}. Set one above 1023, behind a reverse proxy.`,
    EADDRNOTAVAIL: `HOST: ${host} is not an address of this machine. Leave HOST unset to listen on all.`,
    ENOTFOUND: `HOST: the name ${host} has no address. Set an address of this machine, or leave HOST unset.`,
    EAI_AGAIN: `HOST: the name ${host} cannot be resolved now. Set an address of this machine.`,
  }[error.code ?? ''];
  return problem ? new ConfigError([problem]) : error;
}

function listen(server: Server, { port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, { port, host })));
    server.listen({ port, host, backlog: BACKLOG }, () => resolve());
  });
}

import type { Analysis } from './analysis/analysis.ts';
import { type Attempts, createAttempts } from './auth/attempts.ts';
import { type Allowance, type Budget, noBudget } from './auth/budget.ts';
import type { Hashing } from './auth/hashing.ts';
import { lazySigner, type Signer } from './auth/signer.ts';
import type { Viewer } from './auth/viewer.ts';
import { type Cache, createCache } from './cache.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Asker } from './db/readQueue.ts';
import type { Website } from './generated/prisma/client.ts';
import type { CountryLookup } from './ingest/geo/country.ts';
import { createLive, type Live } from './live/live.ts';
import { createLoaders, type Loaders } from './loaders.ts';
import type { Log } from './log.ts';
import type { ProxyProblem } from './validation/proxies.ts';
import type { WebsiteDeletion } from './websites/deletion.ts';

/** The dependencies of the application, passed in so that tests control time, randomness and the database. */
export interface Deps {
  config: Config;
  db: Database;
  log: Log;
  /** The time, Unix milliseconds. */
  now: () => number;
  /** Returns that many cryptographically secure random bytes. */
  random: (bytes: number) => Uint8Array;
  hashing: Hashing;
  analysis: Analysis;
  /** Looks up the country of an address, for the security log; commands have none. */
  countryOf?: CountryLookup;
  /** Deletes the rows of large websites that were deleted; commands leave that to a server. */
  deletion?: Pick<WebsiteDeletion, 'start'>;
}

/** What a resolver receives beside its arguments, from REST, GraphQL and the command line alike. */
export interface Context extends Deps {
  countryOf: CountryLookup;
  viewer: Viewer;
  loaders: Loaders;
  /** Must be called after a change of a website, so that tracking uses the new settings. */
  websiteChanged: () => void;
  /** The client's address, as tracking determines it; empty for a command. */
  address: string;
  /** How the request contradicts TRUST_PROXY; null if it does not, and for a command. */
  proxyProblem: ProxyProblem | null;
  /** The viewer for whom statistics are read (db/readQueue.ts); undefined for a command. */
  asker: Asker | undefined;
  /** The `User-Agent` of the request; empty for a command. Never stored. */
  userAgent: string;
  attempts: Attempts;
  signer: () => Promise<Signer>;
  /** The token of the first-start link; null if an account existed at start-up. */
  setupToken: string | null;
  cookies: Cookies;
  /** The viewer's budget of this minute. */
  budget: Budget;
  /** The live numbers and streams of this instance. */
  live: Live;
  /** For streams, which outlive the viewer's permission and these loaders; null for a command. */
  again: Again | null;
  /** The cost of the GraphQL operation; null before it is computed, and outside GraphQL. */
  spent: SpentCost | null;
}

/** Identifies the viewer of a request anew. */
export interface Again {
  /** @throws AppError `unauthenticated` if the API key of the request is no longer valid. */
  viewer(): Promise<Viewer>;
  /** Returns a row that is at most a tenth of a second old; null if the website does not exist. */
  website(id: number): Promise<Website | null>;
  /** Creates a context with new loaders. */
  context(viewer: Viewer): Context;
}

/** The cost of an operation and the viewer's remaining budget. */
export interface SpentCost extends Allowance {
  /** Points of this operation, and the limit per operation. */
  requested: number;
  operationLimit: number;
}

/** Cookies of the answer. Throws AppError `forbidden` if a page of another website sent the request. */
export interface Cookies {
  /** Sets the session token; null deletes it. */
  session(token: string | null): void;
  /** Sets the grant of a statistics page whose password was given. */
  grant(trackingId: string, grant: string): void;
  /** Returns the cookie of known devices (auth/devices.ts); empty if there is none. */
  devices(): string;
  /** Sets the cookie of known devices. */
  remember(devices: string): void;
}

/** State that requests share. */
export interface Shared {
  cache: Cache;
  websiteChanged: () => void;
  attempts: Attempts;
  signer: () => Promise<Signer>;
  setupToken: string | null;
  live: Live;
}

/** State of one request. */
export type OfRequest = Pick<
  Context,
  'address' | 'proxyProblem' | 'asker' | 'cookies' | 'userAgent' | 'budget' | 'again'
>;

/** Where countries cannot be looked up: they stay unknown. */
export const nowhere: CountryLookup = () => '';

const noBrowser: OfRequest = {
  address: '',
  proxyProblem: null,
  asker: undefined,
  userAgent: '',
  cookies: { session: () => undefined, grant: () => undefined, devices: () => '', remember: () => undefined },
  budget: noBudget,
  again: null,
};

/** Creates the context of one request, or of a command, which shares nothing. */
export function createContext(
  deps: Deps,
  viewer: Viewer,
  shared: Shared = createShared(deps),
  { address, proxyProblem, asker, userAgent, cookies, budget, again }: OfRequest = noBrowser,
): Context {
  const { cache, websiteChanged, attempts, signer, setupToken, live } = shared;
  // Named, not spread: this runs for every request, and the caller's object has more fields than these.
  const { config, db, log, now, random, hashing, analysis, countryOf = nowhere, deletion } = deps;
  const loaders = createLoaders({ db, analysis, now }, cache, asker);
  const known = {
    config,
    db,
    log,
    now,
    random,
    hashing,
    analysis,
    countryOf,
    viewer,
    loaders,
    ...(deletion && { deletion }),
  };
  const ofRequest = { address, proxyProblem, asker, userAgent, cookies, budget, again, spent: null };
  return Object.assign(known, { websiteChanged, attempts, signer, setupToken, live, ...ofRequest });
}

/**
 * Creates the state that all requests of an application share.
 * @param pendingDays whether days of an earlier version may be left to count (ingest/backfill/).
 */
export function createShared(
  deps: Deps,
  {
    websiteChanged = () => undefined,
    setupToken = null,
    pendingDays = true,
    live = createLive({ ...deps, perViewer: deps.config.liveLimit }),
  }: Partial<Pick<Shared, 'websiteChanged' | 'setupToken' | 'live'>> & { pendingDays?: boolean } = {},
): Shared {
  return {
    cache: createCache(deps.db, pendingDays),
    attempts: createAttempts(deps.now),
    signer: lazySigner(deps),
    ...{ websiteChanged, setupToken, live },
  };
}

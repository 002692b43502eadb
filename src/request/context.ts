import type { AccountMails } from '../auth/accountMails.ts';
import { type Attempts, createAttempts } from '../auth/attempts.ts';
import { type Allowance, type Budget, noBudget } from '../auth/budget.ts';
import type { AuthDeps } from '../auth/context.ts';
import { lazySigner, type Signer } from '../auth/signer.ts';
import { createConnections, type ProviderConnections } from '../auth/singleSignOn/connections.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { Analysis } from '../engine/columns/analysis.ts';
import { createGathering, type Gathering } from '../engine/columns/gathering.ts';
import type { CountryLookup } from '../ingest/geo/country.ts';
import type { LiveContext, Reauthentication } from '../live/context.ts';
import { createLive, type Live } from '../live/live.ts';
import type { StatContext } from '../stats/context.ts';
import type { Exports } from '../transfer/exports/exports.ts';
import type { Imports } from '../transfer/uploads/imports.ts';
import type { ProxyProblem } from '../validation/proxies.ts';
import type { WebsiteContext } from '../websites/context.ts';
import type { WebsiteDeletion } from '../websites/deletion.ts';
import { type Cache, createCache } from './cache.ts';
import { createLoaders, type Loaders } from './loaders.ts';

/** The dependencies of the application, passed in so that tests control time, randomness and the database. */
export interface Deps extends AuthDeps {
  analysis: Analysis;
  /** Looks up the country of an address, for the security log; commands have none. */
  countryOf?: CountryLookup;
  /** Sends mails about accounts; absent without a mail server. */
  accountMails?: AccountMails;
  /** Deletes the rows of large websites that were deleted; commands leave that to a server. */
  deletion?: Pick<WebsiteDeletion, 'start'>;
  /** Sends exports; commands write theirs themselves. */
  exports?: Exports;
  /** Receives and runs imports; commands run theirs themselves. */
  imports?: Imports;
}

/** What a resolver receives beside its arguments, from REST, GraphQL and the command line alike. */
export interface Context extends Deps, WebsiteContext, StatContext, LiveContext {
  countryOf: CountryLookup;
  loaders: Loaders;
  /** How the request contradicts TRUST_PROXY; null if it does not, and for a command. */
  proxyProblem: ProxyProblem | null;
  /** The viewer's budget of this minute. */
  budget: Budget;
  /** For streams, which outlive the viewer's permission and these loaders; null for a command. */
  reauthentication: ContextReauthentication | null;
  /** The cost of the GraphQL operation; null before it is computed, and outside GraphQL. */
  spent: SpentCost | null;
}

/** Identifies the viewer of a request anew, for resolvers. */
export interface ContextReauthentication extends Reauthentication {
  /** Creates a context with new loaders. */
  context(viewer: Viewer): Context;
}

/** The cost of an operation and the viewer's remaining budget. */
export interface SpentCost extends Allowance {
  /** Points of this operation, and the limit per operation. */
  requested: number;
  operationLimit: number;
}

/** State that requests share. */
export interface Shared {
  cache: Cache;
  /** Gathers the questions of requests that can wait. */
  gather: Gathering;
  websiteChanged: () => void;
  attempts: Attempts;
  signer: () => Promise<Signer>;
  providers: ProviderConnections;
  setupToken: string | null;
  live: Live;
}

/** State of one request. */
export type OfRequest = Pick<
  Context,
  'address' | 'proxyProblem' | 'requester' | 'cookies' | 'userAgent' | 'budget' | 'reauthentication'
> & {
  /** Whether its client waits a second, so that many requests can be answered at once. */
  canWait?: boolean;
};

/** Where countries cannot be looked up: they stay unknown. */
export const nowhere: CountryLookup = () => '';

const noBrowser: OfRequest = {
  address: '',
  proxyProblem: null,
  requester: undefined,
  userAgent: '',
  cookies: {
    session: () => undefined,
    grant: () => undefined,
    challenge: () => undefined,
    givenChallenge: () => '',
    signOn: () => undefined,
    givenSignOn: () => '',
    devices: () => '',
    remember: () => undefined,
  },
  budget: noBudget,
  reauthentication: null,
};

/** Creates the context of one request, or of a command, which shares nothing. */
export function createContext(
  deps: Deps,
  viewer: Viewer,
  shared: Shared = createShared(deps),
  { canWait = false, ...ofRequest }: OfRequest = noBrowser,
): Context {
  const { cache, gather, websiteChanged, attempts, signer, providers, setupToken, live } = shared;
  // Named, not spread: this runs for every request, and the caller's object has more fields than these.
  const { config, db, log, now, random, hashing, analysis, countryOf = nowhere, deletion } = deps;
  const { exports, imports, accountMails } = deps;
  const loaders = createLoaders({ db, analysis, now }, cache, ofRequest.requester, canWait ? gather : null);
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
    ...(accountMails && { accountMails }),
    ...(deletion && { deletion }),
    ...(exports && { exports }),
    ...(imports && { imports }),
  };
  return Object.assign(known, {
    websiteChanged,
    attempts,
    signer,
    providers,
    setupToken,
    live,
    ...ofRequest,
    spent: null,
  });
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
    gather: createGathering(),
    attempts: createAttempts(deps.now),
    signer: lazySigner(deps),
    providers: createConnections(deps.now),
    websiteChanged,
    setupToken,
    live,
  };
}

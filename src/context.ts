import { type Attempts, createAttempts } from './auth/attempts.ts';
import type { CountryLookup } from './auth/country.ts';
import type { Hashing } from './auth/hashing.ts';
import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import type { Asker } from './db/readQueue.ts';
import { createLoaders, type Loaders } from './loaders/index.ts';
import { createMemory, type Memory } from './loaders/memory.ts';
import type { Log } from './log.ts';
import type { Viewer } from './resolvers/access.ts';
import { type Allowance, type Budget, noBudget } from './resolvers/budget.ts';
import { lazySigner, type Signer } from './resolvers/secret.ts';

/** What the product is made with: handed in, so that tests decide about time, randomness and the database. */
export interface Deps {
  config: Config;
  db: Database;
  log: Log;
  /** The time, Unix milliseconds. */
  now: () => number;
  /** That many random bytes, fit for keys. */
  random: (bytes: number) => Uint8Array;
  hashing: Hashing;
  /** The country of an address, for the security log; unknown where a command has none. */
  countryOf?: CountryLookup;
}

/** What a resolver gets beside its arguments; the same for REST, GraphQL and the command line. */
export interface Context extends Deps {
  countryOf: CountryLookup;
  viewer: Viewer;
  loaders: Loaders;
  /** To be called after a website was changed: tracking must not go on with old settings. */
  websiteChanged: () => void;
  /** The address that the request comes from, as tracking sees it; empty for a command. */
  address: string;
  /** On whose behalf it reads statistics (db/readQueue.ts); undefined for a command. */
  asker: Asker | undefined;
  /** The `User-Agent` of the request; empty for a command. Never stored. */
  userAgent: string;
  attempts: Attempts;
  signer: () => Promise<Signer>;
  /** What the first-start link carries; null where there was an account at start-up. */
  setupToken: string | null;
  cookies: Cookies;
  /** The viewer's points of this minute. */
  budget: Budget;
  /** What the GraphQL operation costs; null before that is known, and for anything else. */
  spent: SpentCost | null;
}

/** What an operation costs, and what its viewer has left. */
export interface SpentCost extends Allowance {
  /** Points of the operation, and the most that one may cost. */
  requested: number;
  operationLimit: number;
}

/** What a browser is given to keep. Throws AppError `forbidden` where another website's page sends the request. */
export interface Cookies {
  /** The token of its session; null takes it away. */
  session(token: string | null): void;
  /** That it gave the password of a statistics page. */
  grant(trackingId: string, grant: string): void;
  /** Which passwords it has known before (auth/devices.ts); empty where it has no such cookie. */
  devices(): string;
  /** Replaces that. */
  remember(devices: string): void;
}

/** What requests share. */
export interface Shared {
  memory: Memory;
  websiteChanged: () => void;
  attempts: Attempts;
  signer: () => Promise<Signer>;
  setupToken: string | null;
}

/** What is a request's own. */
export type OfRequest = Pick<Context, 'address' | 'asker' | 'cookies' | 'userAgent' | 'budget'>;

const nowhere: CountryLookup = () => '';

const noBrowser: OfRequest = {
  address: '',
  asker: undefined,
  userAgent: '',
  cookies: { session: () => undefined, grant: () => undefined, devices: () => '', remember: () => undefined },
  budget: noBudget,
};

/** The context of one request, or of a command that shares nothing. */
export function createContext(
  deps: Deps,
  viewer: Viewer,
  shared: Shared = createShared(deps),
  { address, asker, userAgent, cookies, budget }: OfRequest = noBrowser,
): Context {
  const { memory, websiteChanged, attempts, signer, setupToken } = shared;
  // Named, not spread: this runs for every request, and what makes an application has more than these.
  const { config, db, log, now, random, hashing, countryOf = nowhere } = deps;
  const loaders = createLoaders(db, memory, now, asker);
  const known = { config, db, log, now, random, hashing, countryOf, viewer, loaders };
  const ofRequest = { address, asker, userAgent, cookies, budget, spent: null };
  return Object.assign(known, { websiteChanged, attempts, signer, setupToken, ...ofRequest });
}

/** What the requests of an application share. */
export function createShared(
  deps: Deps,
  {
    websiteChanged = () => undefined,
    setupToken = null,
  }: Partial<Pick<Shared, 'websiteChanged' | 'setupToken'>> = {},
): Shared {
  return {
    memory: createMemory(deps.db),
    attempts: createAttempts(deps.now),
    signer: lazySigner(deps),
    ...{ websiteChanged, setupToken },
  };
}

import type { Config } from './config.ts';
import type { Database } from './db/open.ts';
import { createLoaders, type Loaders } from './loaders/index.ts';
import type { Log } from './log.ts';
import type { Viewer } from './resolvers/access.ts';

/** What the product is made with: handed in, so that tests decide about time, randomness and the database. */
export interface Deps {
  config: Config;
  db: Database;
  log: Log;
  /** The time, Unix milliseconds. */
  now: () => number;
  /** That many random bytes, fit for keys. */
  random: (bytes: number) => Uint8Array;
}

/** What a resolver gets beside its arguments; the same for REST, GraphQL and the command line. */
export interface Context extends Deps {
  viewer: Viewer;
  loaders: Loaders;
  /** To be called after a website was changed: tracking must not go on with old settings. */
  websiteChanged: () => void;
}

/** The context of one request. */
export function createContext(
  deps: Deps,
  viewer: Viewer,
  websiteChanged: () => void = () => undefined,
): Context {
  return { ...deps, viewer, loaders: createLoaders(deps.db.read), websiteChanged };
}

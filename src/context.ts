import type { Config } from './config.ts';
import type { Database } from './db/database.ts';
import { createLoaders, type Loaders } from './loaders/index.ts';
import { createMemory, type Memory } from './loaders/memory.ts';
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

/** What requests share. */
export interface Shared {
  memory: Memory;
  websiteChanged: () => void;
}

/** The context of one request, or of a command that shares nothing. */
export function createContext(deps: Deps, viewer: Viewer, shared?: Shared): Context {
  const { memory, websiteChanged } = shared ?? {
    memory: createMemory(deps.db),
    websiteChanged: () => undefined,
  };
  // Named, not spread: this runs for every request, and what makes an application has more than these.
  const { config, db, log, now, random } = deps;
  const loaders = createLoaders(db, memory);
  return { config, db, log, now, random, viewer, loaders, websiteChanged };
}

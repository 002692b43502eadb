import { cleanText } from '../validation/text.ts';
import type { UserAgentParser } from './device/userAgent.ts';
import type { Places } from './geo/place.ts';
import type { Arrival, Drop, Hit, Outcome } from './hit.ts';
import { createHitIds } from './ids.ts';
import { createSalts, type Write } from './salts.ts';
import { storeBatch } from './store/commit.ts';
import { createKnownValues } from './store/values.ts';
import { visitorHash } from './visitor.ts';

/** What one transaction should take at most. */
export const MAX_BATCH = 1_000;

/** The second half of the way of a hit: who sent it, from where, with what; and the commit. */
export interface Recorder {
  /**
   * Records a batch in one transaction.
   * @returns the outcome of each, once it is committed.
   * @throws what the database says; then nothing of it is stored.
   */
  record(items: readonly (Arrival | Drop)[]): Promise<Outcome[]>;
  /**
   * To be called once a minute: looks for a new database of places, and forgets the salts of days that are over at `now`,
   * Unix milliseconds.
   */
  refresh(now: number): Promise<void>;
  close(): Promise<void>;
}

export interface RecorderDeps {
  write: Write;
  /** Unix milliseconds. */
  now: () => number;
  random: (bytes: number) => Uint8Array;
  parseUserAgent: UserAgentParser;
  places: Places;
  limits: StorageLimits;
}

/** What a website may bring a day; 0 for no limit. */
export interface StorageLimits {
  /** Values that a statistic has. */
  distinctValues: number;
  /** Hits that are counted, where the website has no limit of its own. */
  dailyHits: number;
}

export function createRecorder(deps: RecorderDeps): Recorder {
  const salts = createSalts(deps);
  const ids = createHitIds(deps);
  const known = createKnownValues();
  const limits = { ...deps.limits, known };

  // Written out: copying objects property by property would take as long as the hash.
  function toHit(arrival: Arrival, salt: Uint8Array): Hit {
    const { websiteId, at, day, hour, path, event, address, userAgent, hints, known } = arrival;
    const { referrer, campaign, language, resolution } = known;
    const { browser, os, device } = deps.parseUserAgent(userAgent, hints ?? undefined);
    const { continent, country, city } = deps.places.find(address);
    const visitor = visitorHash(salt, websiteId, address, userAgent);
    const dimensions = {
      referrer,
      campaign,
      // The name of an application may be the User-Agent's own.
      browser: cleanText(browser),
      os,
      device,
      language,
      resolution,
      continent,
      country,
      city,
    };
    return { websiteId, at, day, hour, path, event, visitor, dimensions };
  }

  return {
    async record(items) {
      const ready: (Hit | Drop)[] = [];
      for (const item of items) {
        ready.push('reason' in item ? item : toHit(item, await salts.of(item.day)));
      }
      const nextId = await ids();
      const { outcomes, learned } = await deps.write((tx) => storeBatch(tx, ready, nextId, limits));
      known.add(learned);
      return outcomes;
    },
    async refresh(now) {
      salts.forget(now);
      deps.places.refresh();
    },
    async close() {
      deps.places.close();
    },
  };
}

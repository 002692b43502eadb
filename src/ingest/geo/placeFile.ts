import { statSync } from 'node:fs';
import { type Mmdb, openMmdb } from './mmdb.ts';
import type { MmdbValue } from './mmdbData.ts';
import { stampOf } from './mmdbFile.ts';

/** Where is told what happens to a file: whole sentences, never an address. */
export interface PlaceLog {
  info(message: string): void;
  warn(message: string): void;
}

export function warnOf(log: PlaceLog, file: string, what: string, error: unknown): void {
  log.warn(`The database of places ${file} ${what} ${(error as Error).message}`);
}

/** One file of the database of places, with what may happen to it while the server runs. */
export interface PlaceFile {
  /** The record of an address in bytes; null where there is none, or no readable file. Never throws. */
  find(address: readonly number[]): MmdbValue | null;
  /** Opens the file again if it is another one than the last time. Never throws. */
  refresh(): void;
  close(): void;
}

/** Opens a file, which may be missing, damaged, or replaced later. Each such thing is one line of the log. */
export function openPlaceFile(path: string, log: PlaceLog): PlaceFile {
  let current: Mmdb | null = null;
  /** Of the file that was last tried; null at first. */
  let tried: string | null = null;
  let toldOfDamage = false;

  function replace(next: Mmdb | null): void {
    current?.close();
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
      if (!first) log.info(`The database of places ${path} is new; it is read from now on.`);
    } catch (error) {
      // A file that was written over is gone; one that was put aside is still there.
      if (current?.isChanged()) replace(null);
      const meanwhile = current ? 'the one before stays in use' : 'visitors get no country and city';
      warnOf(log, path, `cannot be read: ${meanwhile}.`, error);
    }
  }

  refresh();
  return {
    find(address) {
      if (current === null || (address.length === 16 && current.ipVersion === 4)) return null;
      try {
        // Written over: until the next refresh, better no place than one read half from one file and half from another.
        return current.isChanged() ? null : current.find(address);
      } catch (error) {
        // The message of a reader names positions in the file, never the address.
        if (!toldOfDamage) warnOf(log, path, 'is damaged: some visitors get no country and city.', error);
        toldOfDamage = true;
        return null;
      }
    },
    refresh,
    close: () => replace(null),
  };
}

import { mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * Settings of a connection that writes. Deleted data is overwritten, because a deleted salt must be gone from
 * the file, too.
 */
export const WRITER_SETTINGS = [
  'PRAGMA synchronous = FULL',
  'PRAGMA secure_delete = ON',
  // Pages that are written again and again reach the file once per 48 MB of log, instead of per 4 MB. With
  // many websites, that is a quarter of the CPU time of a commit.
  'PRAGMA wal_autocheckpoint = 12000',
];

/**
 * Page cache of a connection in a thread that reads, in KiB. It holds the rows that a SELECT sorts. SQLite's
 * default is 2,000.
 */
export const CACHE_KIB = 8_000;

/**
 * Page cache of the recorder's connection, in KiB. It writes the pages of each active website again and
 * again. With 1,000 websites it stores 5 to 13 % more hits than with 8,000 (docs/performance.md).
 */
export const RECORDER_CACHE_KIB = 32_000;

/**
 * How long a connection that reads waits inside SQLite for a lock, in ms. It waits only while a log is
 * recovered.
 */
export const READ_LOCK_TIMEOUT_MS = 1_000;

/** Returns the path of the file behind a `file:` URL. Creates nothing. */
export function fileOf(url: string): string {
  return path.resolve(url.replace(/^file:(\/\/)?/, ''));
}

/** As {@link fileOf}, but creates the folder if it is missing. */
export function sqlitePath(url: string): string {
  const file = fileOf(url);
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  return file;
}

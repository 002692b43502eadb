import { type BigIntStats, closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** A fault of a geolocation database, for the log. It names positions in the file, and no addresses. */
export class MmdbError extends Error {
  override name = 'MmdbError';
}

/** The bytes of an open file, read on demand. Every access outside the file throws MmdbError. */
export interface Bytes {
  readonly size: number;
  byte(at: number): number;
  /** An unsigned big-endian number of up to 6 bytes. */
  uint(at: number, length: number): number;
  text(at: number, length: number): string;
  /** Returns a copy. */
  slice(at: number, length: number): Buffer;
}

export interface MmdbFile extends Bytes {
  /** Identifies the file and its version: see {@link stampOf}. */
  readonly stamp: string;
  /** Whether the file on the disk was written to or truncated since it was opened. */
  isChanged(): boolean;
  close(): void;
}

const PAGE = 2048;
const SLOTS = 1024;

/**
 * Returns the stamp of a file. Device and inode change if another file replaces it, time and size if it is
 * overwritten.
 */
export function stampOf({ dev, ino, mtimeNs, size }: BigIntStats): string {
  return `${dev} ${ino} ${mtimeNs} ${size}`;
}

/**
 * Opens a file for random access through the operating system's page cache. About 2 MB of its pages are also
 * cached here, because each read costs a system call. Page n uses the slot n modulo the number of slots. The
 * first levels of a search tree lie close together, so they are nearly always in memory.
 *
 * Reads are synchronous: they take about 2 µs, a tenth of the time needed to wait for the thread pool.
 *
 * @throws MmdbError if it is no regular file; the error of the file system.
 */
export function openMmdbFile(path: string): MmdbFile {
  const descriptor = openSync(path, 'r');
  let stamp: string;
  let size: number;
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    if (!stats.isFile()) throw new MmdbError('It is not a regular file.');
    stamp = stampOf(stats);
    size = Number(stats.size);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  // Not filled with zeros: the system then provides the memory only of slots that are used.
  const pages = Buffer.allocUnsafeSlow(Math.min(SLOTS, Math.ceil(size / PAGE)) * PAGE);
  const slots = pages.length / PAGE;
  const kept = new Float64Array(slots).fill(-1);

  /** Loads the page into its slot, unless it is there. @returns the start of the slot. */
  function load(page: number): number {
    const slot = page % slots;
    const start = slot * PAGE;
    if (kept[slot] === page) return start;
    kept[slot] = -1; // Invalid until the whole page is read.
    const wanted = Math.min(PAGE, size - page * PAGE);
    if (readSync(descriptor, pages, start, wanted, page * PAGE) < wanted) {
      throw new MmdbError(`It is truncated before byte ${page * PAGE + wanted}.`);
    }
    kept[slot] = page;
    return start;
  }

  /** Returns the position of these bytes in `pages`; -1 if they span more than one page. */
  function locate(at: number, length: number): number {
    if (!(at >= 0 && length >= 0 && at + length <= size))
      throw new MmdbError(`It is too short to have a byte ${at + length}.`);
    const offset = at % PAGE;
    return offset + length > PAGE ? -1 : load((at - offset) / PAGE) + offset;
  }

  function slice(at: number, length: number): Buffer {
    const copy = Buffer.alloc(length);
    for (let done = 0; done < length; ) {
      const part = Math.min(PAGE - ((at + done) % PAGE), length - done);
      const from = locate(at + done, part);
      pages.copy(copy, done, from, from + part);
      done += part;
    }
    return copy;
  }

  return {
    size,
    stamp,
    byte: (at) => pages[locate(at, 1)] as number,
    uint(at, length) {
      const from = locate(at, length);
      const [source, first] = from === -1 ? [slice(at, length), 0] : [pages, from];
      let value = 0;
      for (let index = 0; index < length; index++) value = value * 256 + (source[first + index] as number);
      return value;
    },
    text(at, length) {
      const from = locate(at, length);
      return from === -1 ? slice(at, length).toString('utf8') : pages.toString('utf8', from, from + length);
    },
    slice,
    isChanged: () => stampOf(fstatSync(descriptor, { bigint: true })) !== stamp,
    close: () => closeSync(descriptor),
  };
}

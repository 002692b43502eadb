import { type BigIntStats, closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** What is wrong with a database of places, in words for the log. Names positions in the file at most. */
export class MmdbError extends Error {
  override name = 'MmdbError';
}

/** A range of bytes of an open file, read where they are asked for. Every access throws MmdbError outside the file. */
export interface Bytes {
  readonly size: number;
  byte(at: number): number;
  /** An unsigned big-endian number of up to 6 bytes. */
  uint(at: number, length: number): number;
  text(at: number, length: number): string;
  /** A copy. */
  slice(at: number, length: number): Buffer;
}

export interface MmdbFile extends Bytes {
  /** Tells files, and contents of one file, apart: see {@link stampOf}. */
  readonly stamp: string;
  /** Whether the file on the disk was written to, or cut, since it was opened. */
  isChanged(): boolean;
  close(): void;
}

const PAGE = 2048;
const SLOTS = 1024;

/** Device and inode tell a file that was put in the place of another, time and size one that was written over. */
export function stampOf({ dev, ino, mtimeNs, size }: BigIntStats): string {
  return `${dev} ${ino} ${mtimeNs} ${size}`;
}

/**
 * Opens a file for reading at any position, through the operating system's page cache. Some 2 MB of its pages are kept
 * here as well, since each read costs a system call: page n has the slot n modulo their number, so that the first levels of
 * a search tree, which lie close together, are in memory as good as always.
 *
 * Reads are synchronous: they take about 2 µs, a tenth of what it takes to wait for the thread pool.
 *
 * @throws what the file system says.
 */
export function openMmdbFile(path: string): MmdbFile {
  const descriptor = openSync(path, 'r');
  let stamp: string;
  let size: number;
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    if (!stats.isFile()) throw new MmdbError('It is no file.');
    stamp = stampOf(stats);
    size = Number(stats.size);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  const pages = Buffer.alloc(Math.min(SLOTS, Math.ceil(size / PAGE)) * PAGE);
  const slots = pages.length / PAGE;
  const kept = new Float64Array(slots).fill(-1);

  /** Sees to it that the page is in its slot. @returns where the slot begins. */
  function load(page: number): number {
    const slot = page % slots;
    const start = slot * PAGE;
    if (kept[slot] === page) return start;
    kept[slot] = -1; // Until all of it is read.
    const wanted = Math.min(PAGE, size - page * PAGE);
    if (readSync(descriptor, pages, start, wanted, page * PAGE) < wanted) {
      throw new MmdbError(`It ends early, before byte ${page * PAGE + wanted}.`);
    }
    kept[slot] = page;
    return start;
  }

  /** Where, among the pages in memory, these bytes are; -1 if more than one page has them. */
  function locate(at: number, length: number): number {
    if (!(at >= 0 && length >= 0 && at + length <= size))
      throw new MmdbError(`It has no byte ${at + length}.`);
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

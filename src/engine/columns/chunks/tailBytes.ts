import { crc32 } from 'node:zlib';
import type { VisitKey } from './merge.ts';

/** What a day needs besides its columns so that hits can be added to it. */
export interface TailKeys {
  /** By visit, in the order of the columns. */
  keys: readonly VisitKey[];
  /** The highest id of a hit. */
  lastId: bigint;
  /** The ids of its hits that may be older than hits that are not committed yet. */
  recent: ReadonlySet<bigint>;
}

/** `FFT` and the version. */
const MAGIC = 0x54464600 + 1;
/** Magic number, checksum, visits, recent ids. */
const HEADER_BYTES = 16;
/** The checksum covers everything after itself. */
const CHECKED_FROM = 8;
const ID_BYTES = 8;
const NUMBER_BYTES = 4;

const sizeOf = (visits: number, recent: number) =>
  HEADER_BYTES + ID_BYTES * (1 + recent + visits) + NUMBER_BYTES * visits;

/**
 * Encodes the keys of a day: the header, the highest id, the recent ids, the visitors, and the numbers of the
 * visits. The integers are in the byte order of the machine, which the magic number tells.
 */
export function encodeTail({ keys, lastId, recent }: TailKeys): Uint8Array {
  const bytes = new Uint8Array(sizeOf(keys.length, recent.size));
  const ids = new BigInt64Array(bytes.buffer, HEADER_BYTES, 1 + recent.size + keys.length);
  ids.set([lastId, ...recent]);
  const numbers = new Uint32Array(bytes.buffer, HEADER_BYTES + ids.byteLength, keys.length);
  for (const [row, { visitor, number }] of keys.entries()) {
    ids[1 + recent.size + row] = BigInt(visitor);
    numbers[row] = number;
  }
  const header = new Uint32Array(bytes.buffer, 0, HEADER_BYTES / 4);
  header.set([MAGIC, 0, keys.length, recent.size]);
  header[1] = crc32(bytes.subarray(CHECKED_FROM));
  return bytes;
}

/** Decodes the keys of a day; null if the bytes are damaged, or were written by another version. */
export function decodeTail(bytes: Uint8Array): TailKeys | null {
  if (bytes.length < HEADER_BYTES) return null;
  // Views of 64-bit integers must be aligned; a small Buffer often begins somewhere in a shared block.
  if (bytes.byteOffset % ID_BYTES !== 0) return decodeTail(Uint8Array.from(bytes));
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_BYTES / 4);
  const [magic, checksum, visits = 0, recent = 0] = header;
  if (magic !== MAGIC || bytes.length !== sizeOf(visits, recent)) return null;
  if (checksum !== crc32(bytes.subarray(CHECKED_FROM))) return null;
  const start = bytes.byteOffset + HEADER_BYTES;
  const ids = new BigInt64Array(bytes.buffer, start, 1 + recent + visits);
  const numbers = new Uint32Array(bytes.buffer, start + ids.byteLength, visits);
  return {
    lastId: ids[0] as bigint,
    recent: new Set(ids.subarray(1, 1 + recent)),
    keys: Array.from(numbers, (number, row) => ({ visitor: String(ids[1 + recent + row]), number })),
  };
}

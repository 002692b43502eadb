import { crc32 } from 'node:zlib';
import type { DayExtras, TextColumn } from './columns.ts';
import { type Numbers, type PackedIntegers, packedBytes, packedColumns, packTogether } from './packed.ts';

/** `FFX` and the version. */
const MAGIC = 0x58464600 + 1;
/** Magic number, checksum, total length in bytes, day, visits, hits, properties. */
const HEADER_WORDS = 7;
/** The checksum covers everything after itself. */
const CHECKED_FROM = 8;

/** The columns before those of properties: start, offset, revenue. */
const FIXED = 3;

/** The distinct values of the revenue, and of each property by its name. */
type Texts = [revenue: string[], properties: [name: string, values: string[]][]];

/** The day that extras belong to. */
export interface OfDay {
  day: number;
  visits: number;
  hits: number;
}

const columnsFrom = (properties: number) => 4 * (HEADER_WORDS + Math.ceil((FIXED + properties) / 4));

/**
 * Encodes the extras of a day: HEADER_WORDS words of 32 bits, the bits of each column of integers in one byte
 * each, padding up to a multiple of 4 bytes, the packed columns, and the texts as JSON in UTF-8. The header
 * is in the byte order of the machine, which the magic number tells.
 */
export function encodeExtras(
  { day, visits, hits }: OfDay,
  { start, offset, properties, revenue }: DayExtras<Numbers>,
): Uint8Array {
  const all = [start, offset, revenue.ids, ...[...properties.values()].map(({ ids }) => ids)];
  const { bytes: packed, columns } = packTogether(all);
  const named = [...properties].map(([name, { values }]) => [name, values]);
  const texts = Buffer.from(JSON.stringify([revenue.values, named]));
  const from = columnsFrom(properties.size);
  const bytes = new Uint8Array(from + packed.length + texts.length);
  bytes.set(
    columns.map(({ bits }) => bits),
    4 * HEADER_WORDS,
  );
  bytes.set(packed, from);
  bytes.set(texts, from + packed.length);
  const header = new Uint32Array(bytes.buffer, 0, HEADER_WORDS);
  header.set([MAGIC, 0, bytes.length, day, visits, hits, properties.size]);
  header[1] = crc32(bytes.subarray(CHECKED_FROM));
  return bytes;
}

/**
 * Decodes the extras of a day. Their columns share the memory of the bytes.
 * @returns null if the bytes are damaged, are those of another day, or were written by a later version.
 */
export function decodeExtras(bytes: Uint8Array, of: OfDay): DayExtras<PackedIntegers> | null {
  if (bytes.length < 4 * HEADER_WORDS) return null;
  // Views of 32-bit integers must be aligned; a small Buffer often begins somewhere in a shared block.
  if (bytes.byteOffset % 4 !== 0) return decodeExtras(Uint8Array.from(bytes), of);
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS);
  const [magic, checksum, length, day, visits, hits, properties = 0] = header;
  if (magic !== MAGIC || length !== bytes.length || bytes.length < columnsFrom(properties)) return null;
  if (day !== of.day || visits !== of.visits || hits !== of.hits) return null;
  if (checksum !== crc32(bytes.subarray(CHECKED_FROM))) return null;
  const sizes = Array.from({ length: FIXED + properties }, (_, index) => ({
    bits: bytes[4 * HEADER_WORDS + index] as number,
    length: index === 0 ? visits : hits,
  }));
  const from = columnsFrom(properties);
  const memory = new DataView(bytes.buffer, bytes.byteOffset + from, packedBytes(sizes));
  const [start, offset, ofRevenue, ...ids] = packedColumns(memory, sizes) as [
    PackedIntegers,
    PackedIntegers,
    PackedIntegers,
    ...PackedIntegers[],
  ];
  const { buffer, byteOffset } = bytes.subarray(from + memory.byteLength);
  const text = Buffer.from(buffer, byteOffset, length - from - memory.byteLength).toString();
  const [revenue, named] = JSON.parse(text) as Texts;
  return {
    start,
    offset,
    revenue: { values: revenue, ids: ofRevenue },
    properties: new Map(
      named.map(([name, values], index): [string, TextColumn<PackedIntegers>] => [
        name,
        { values, ids: ids[index] as PackedIntegers },
      ]),
    ),
  };
}

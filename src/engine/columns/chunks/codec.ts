import { crc32 } from 'node:zlib';
import { type HitDimension, VISIT_DIMENSIONS, type VisitDimension } from '../../registry/dimensions.ts';
import type { DayColumns, TextColumn } from './columns.ts';
import { type Numbers, PackedIntegers, packedBytes, packedColumns, packTogether } from './packed.ts';

/**
 * The binary format of a day: HEADER_WORDS words of 32 bits, the bits of each column of integers in one byte
 * each, padding up to a multiple of 4 bytes, the packed columns (packed.ts), and the texts as JSON in UTF-8.
 * The header is in the byte order of the machine, which the magic number tells.
 */
interface Layout {
  name: string;
  of: 'visits' | 'hits';
  get(day: DayColumns<Numbers>): Numbers;
}

const TEXT_COLUMNS: readonly {
  name: string;
  of: Layout['of'];
  get(day: DayColumns<Numbers>): TextColumn<Numbers>;
}[] = [
  ...VISIT_DIMENSIONS.map((name) => ({
    name,
    of: 'visits' as const,
    get: (day: DayColumns<Numbers>) => day.dimensions[name],
  })),
  { name: 'page', of: 'hits', get: (day) => day.page },
  { name: 'event', of: 'hits', get: (day) => day.event },
  { name: 'host', of: 'hits', get: (day) => day.host },
];

const INTEGER_COLUMNS: readonly Layout[] = [
  { name: 'opens', of: 'visits', get: (day) => day.opens },
  { name: 'hour', of: 'visits', get: (day) => day.hour },
  { name: 'duration', of: 'visits', get: (day) => day.duration },
  { name: 'pageviews', of: 'visits', get: (day) => day.pageviews },
  { name: 'events', of: 'visits', get: (day) => day.events },
  { name: 'hitHour', of: 'hits', get: (day) => day.hitHour },
  ...TEXT_COLUMNS.map(({ name, of, get }): Layout => ({ name, of, get: (day) => get(day).ids })),
];

/** Magic number, checksum, total length in bytes, day, visits, hits. */
const HEADER_WORDS = 6;
/** The checksum covers everything after itself. */
const CHECKED_FROM = 8;

/** A version of the format: it has some of the columns, in their order. */
interface Format {
  /** `FFC` and the version. */
  magic: number;
  /** Another set of columns gives other checksums, so that columns are never mistaken for others. */
  seed: number;
  integers: readonly Layout[];
  texts: typeof TEXT_COLUMNS;
  /** The position of the first column in bytes. */
  columnsFrom: number;
}

function formatOf(version: number, without: readonly string[]): Format {
  const kept = ({ name }: { name: string }) => !without.includes(name);
  const integers = INTEGER_COLUMNS.filter(kept);
  return {
    magic: 0x43464600 + version,
    seed: crc32(integers.map(({ name, of }) => `${name} ${of}`).join()),
    integers,
    texts: TEXT_COLUMNS.filter(kept),
    columnsFrom: 4 * (HEADER_WORDS + Math.ceil(integers.length / 4)),
  };
}

const CURRENT = formatOf(3, []);
/** Version 2 has no hosts. Its chunks stay as they are: their hits have unknown hosts. */
const FORMATS: readonly Format[] = [CURRENT, formatOf(2, ['host'])];

/** Encodes a day; see {@link decodeDay}. */
export function encodeDay(day: DayColumns<Numbers>): Uint8Array {
  const { bytes: packed, columns } = packTogether(INTEGER_COLUMNS.map(({ get }) => get(day)));
  const texts = encodeTexts(TEXT_COLUMNS.map(({ get }) => get(day).values));
  const { magic, seed, columnsFrom } = CURRENT;
  const textsFrom = columnsFrom + packed.length;
  const bytes = new Uint8Array(textsFrom + texts.length);
  bytes.set(
    columns.map(({ bits }) => bits),
    4 * HEADER_WORDS,
  );
  bytes.set(packed, columnsFrom);
  bytes.set(texts, textsFrom);
  const header = new Uint32Array(bytes.buffer, 0, HEADER_WORDS);
  header.set([magic, 0, bytes.length, day.day, day.visits, day.hits]);
  header[1] = crc32(bytes.subarray(CHECKED_FROM), seed);
  return bytes;
}

/** Columns often share texts, such as paths: JSON of all distinct texts, and of their positions by column. */
function encodeTexts(columns: readonly (readonly string[])[]): Buffer {
  const positions = new Map<string, number>();
  const ids = columns.map((values) =>
    values.map((text) => {
      const position = positions.get(text) ?? positions.size;
      positions.set(text, position);
      return position;
    }),
  );
  return Buffer.from(JSON.stringify([[...positions.keys()], ids]));
}

function decodeTexts({ buffer, byteOffset, length }: Uint8Array): string[][] {
  const [texts, ids] = JSON.parse(Buffer.from(buffer, byteOffset, length).toString()) as [
    string[],
    number[][],
  ];
  return ids.map((positions) => positions.map((position) => texts[position] as string));
}

/** Returns the format of the bytes; null if they are damaged, or have one that this version cannot read. */
function formatOfBytes(bytes: Uint8Array): Format | null {
  const [magic, checksum, length] = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS);
  const format = FORMATS.find((one) => one.magic === magic);
  if (!format || length !== bytes.length || bytes.length < format.columnsFrom) return null;
  return checksum === crc32(bytes.subarray(CHECKED_FROM), format.seed) ? format : null;
}

/**
 * Decodes a day. Its columns share the memory of the bytes.
 *
 * @returns null if the bytes are damaged, or were written by a later version or with another byte order.
 */
export function decodeDay(bytes: Uint8Array): DayColumns<PackedIntegers> | null {
  if (bytes.length < 4 * HEADER_WORDS) return null;
  // Views of 32-bit integers must be aligned; a small Buffer often begins somewhere in a shared block.
  if (bytes.byteOffset % 4 !== 0) return decodeDay(Uint8Array.from(bytes));
  const format = formatOfBytes(bytes);
  if (!format) return null;
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS);
  const [, , , day = 0, visits = 0, hits = 0] = header;
  const rows = { visits, hits };
  const { integers, texts, columnsFrom } = format;
  const sizes = integers.map(({ of }, index) => ({
    bits: bytes[4 * HEADER_WORDS + index] as number,
    length: rows[of],
  }));
  const memory = new DataView(bytes.buffer, bytes.byteOffset + columnsFrom, packedBytes(sizes));
  const packed = packedColumns(memory, sizes);
  const columns = new Map(integers.map(({ name }, index) => [name, packed[index]]));
  const values = decodeTexts(bytes.subarray(columnsFrom + memory.byteLength));
  // Integers without bits are 0.
  const unknown = { values: [''], ids: new PackedIntegers(memory, 0, 0, hits) };
  const {
    page,
    event,
    host = unknown,
    ...dimensions
  } = Object.fromEntries(
    texts.map(({ name }, index) => [name, { values: values[index], ids: columns.get(name) }]),
  ) as unknown as Record<VisitDimension | Exclude<HitDimension, 'host'>, TextColumn<PackedIntegers>> & {
    host?: TextColumn<PackedIntegers>;
  };
  const { opens, hour, duration, pageviews, events, hitHour } = Object.fromEntries(
    columns,
  ) as unknown as Pick<
    DayColumns<PackedIntegers>,
    'opens' | 'hour' | 'duration' | 'pageviews' | 'events' | 'hitHour'
  >;
  return {
    day,
    visits,
    hits,
    opens,
    hour,
    duration,
    pageviews,
    events,
    dimensions,
    page,
    event,
    host,
    hitHour,
    extras: null,
  };
}

/** Returns the bytes that this version stores for the chunk of an earlier one; null if they are damaged. */
export function currentBytes(bytes: Uint8Array): Uint8Array | null {
  const day = decodeDay(bytes);
  return day && encodeDay(day);
}

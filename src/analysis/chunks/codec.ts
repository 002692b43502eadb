import { crc32 } from 'node:zlib';
import { VISIT_DIMENSIONS, type VisitDimension } from '../dimensions.ts';
import type { DayColumns, Integers, TextColumn } from './columns.ts';
import { narrow, TYPES, type Width } from './integers.ts';

/**
 * The binary format of a day: HEADER_WORDS words of 32 bits, the width of each column of integers in one byte
 * each, padding up to a multiple of 4 bytes, the columns themselves, widest first, so that all are aligned,
 * and the texts as JSON in UTF-8. Numbers are in the byte order of the machine, which the magic number tells.
 */
interface Layout {
  name: string;
  of: 'visits' | 'hits';
  /** The only width of the column in bytes; 0 for the smallest that holds all numbers. */
  width: 0 | 1 | 4;
  get(day: DayColumns): Integers;
}

const TEXT_COLUMNS: readonly { name: string; of: Layout['of']; get(day: DayColumns): TextColumn }[] = [
  ...VISIT_DIMENSIONS.map((name) => ({
    ...{ name, of: 'visits' as const },
    get: (day: DayColumns) => day.dimensions[name],
  })),
  { name: 'page', of: 'hits', get: (day) => day.page },
  { name: 'event', of: 'hits', get: (day) => day.event },
];

const INTEGER_COLUMNS: readonly Layout[] = [
  { name: 'opens', of: 'visits', width: 1, get: (day) => day.opens },
  { name: 'hour', of: 'visits', width: 1, get: (day) => day.hour },
  { name: 'duration', of: 'visits', width: 4, get: (day) => day.duration },
  { name: 'pageviews', of: 'visits', width: 0, get: (day) => day.pageviews },
  { name: 'events', of: 'visits', width: 0, get: (day) => day.events },
  { name: 'hitHour', of: 'hits', width: 1, get: (day) => day.hitHour },
  ...TEXT_COLUMNS.map(({ name, of, get }) => ({
    ...{ name, of, width: 0 as const },
    get: (day: DayColumns) => get(day).ids,
  })),
];

const VERSION = 1;
/** `FFC` and the version. */
const MAGIC = 0x43464600 + VERSION;
/** Another set of columns gives other checksums, so chunks of earlier columns are never misread. */
const SEED = crc32(INTEGER_COLUMNS.map(({ name, of, width }) => `${name} ${of} ${width}`).join());
/** Magic number, checksum, total length in bytes, day, visits, hits. */
const HEADER_WORDS = 6;
/** The checksum covers everything after itself. */
const CHECKED_FROM = 8;
const COLUMNS_FROM = 4 * (HEADER_WORDS + Math.ceil(INTEGER_COLUMNS.length / 4));

const WIDTHS = [4, 2, 1] as const satisfies Width[];

/** Encodes a day; see {@link decodeDay}. */
export function encodeDay(day: DayColumns): Uint8Array {
  const columns = INTEGER_COLUMNS.map(({ width, get }) => {
    const numbers = width === 0 ? narrow(get(day)) : get(day);
    return { numbers, width: numbers.some((number) => number !== 0) ? numbers.BYTES_PER_ELEMENT : 0 };
  });
  const texts = encodeTexts(TEXT_COLUMNS.map(({ get }) => get(day).values));
  const textsFrom = columns.reduce((end, { numbers, width }) => end + numbers.length * width, COLUMNS_FROM);
  const bytes = new Uint8Array(textsFrom + texts.length);
  bytes.set(
    columns.map(({ width }) => width),
    4 * HEADER_WORDS,
  );
  let offset = COLUMNS_FROM;
  for (const wanted of WIDTHS) {
    for (const { numbers, width } of columns) {
      if (width !== wanted) continue;
      bytes.set(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength), offset);
      offset += numbers.byteLength;
    }
  }
  bytes.set(texts, textsFrom);
  const header = new Uint32Array(bytes.buffer, 0, HEADER_WORDS);
  header.set([MAGIC, 0, bytes.length, day.day, day.visits, day.hits]);
  header[1] = crc32(bytes.subarray(CHECKED_FROM), SEED);
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

const viewOf = (width: Width, buffer: ArrayBufferLike, offset: number, length: number): Integers =>
  new (TYPES[width] as new (...view: [ArrayBufferLike, number, number]) => Integers)(buffer, offset, length);

/** All columns of zeros share this memory. */
let zeros: ArrayBufferLike = new ArrayBuffer(0);

function zeroColumn(width: Width, length: number): Integers {
  if (zeros.byteLength < width * length) zeros = new ArrayBuffer(2 * width * length);
  return viewOf(width, zeros, 0, length);
}

/**
 * Decodes a day. Its columns must not be changed, because columns of zeros share their memory.
 *
 * @returns null if the bytes are damaged, or were written by another version or with another byte order.
 */
export function decodeDay(bytes: Uint8Array): DayColumns | null {
  if (bytes.length < COLUMNS_FROM) return null;
  // Views of 32-bit integers must be aligned; a small Buffer often begins somewhere in a shared block.
  if (bytes.byteOffset % 4 !== 0) return decodeDay(Uint8Array.from(bytes));
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS);
  const [magic, checksum, length, day = 0, visits = 0, hits = 0] = header;
  if (magic !== MAGIC || length !== bytes.length) return null;
  if (checksum !== crc32(bytes.subarray(CHECKED_FROM), SEED)) return null;
  const rows = { visits, hits };
  const columns = new Map<string, Integers>();
  let offset = bytes.byteOffset + COLUMNS_FROM;
  for (const wanted of WIDTHS) {
    for (const [index, { name, of }] of INTEGER_COLUMNS.entries()) {
      if (bytes[4 * HEADER_WORDS + index] !== wanted) continue;
      // A copy, so that a column in a cache does not keep the texts of its chunk.
      columns.set(name, viewOf(wanted, bytes.buffer, offset, rows[of]).slice());
      offset += wanted * rows[of];
    }
  }
  for (const { name, of, width } of INTEGER_COLUMNS)
    if (!columns.has(name)) columns.set(name, zeroColumn(width || 1, rows[of]));
  const values = decodeTexts(bytes.subarray(offset - bytes.byteOffset));
  const { page, event, ...dimensions } = Object.fromEntries(
    TEXT_COLUMNS.map(({ name }, index) => [name, { values: values[index], ids: columns.get(name) }]),
  ) as unknown as Record<VisitDimension | 'page' | 'event', TextColumn>;
  const { opens, hour, duration, pageviews, events, hitHour } = Object.fromEntries(
    columns,
  ) as unknown as Pick<DayColumns, 'opens' | 'hour' | 'duration' | 'pageviews' | 'events' | 'hitHour'>;
  return { day, visits, hits, opens, hour, duration, pageviews, events, dimensions, page, event, hitHour };
}

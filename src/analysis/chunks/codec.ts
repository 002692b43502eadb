import { crc32 } from 'node:zlib';
import { VISIT_DIMENSIONS, type VisitDimension } from '../dimensions.ts';
import type { DayColumns, TextColumn } from './columns.ts';
import { type Numbers, type PackedIntegers, packedBytes, packedColumns, packTogether } from './packed.ts';

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
    ...{ name, of: 'visits' as const },
    get: (day: DayColumns<Numbers>) => day.dimensions[name],
  })),
  { name: 'page', of: 'hits', get: (day) => day.page },
  { name: 'event', of: 'hits', get: (day) => day.event },
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

const VERSION = 2;
/** `FFC` and the version. */
const MAGIC = 0x43464600 + VERSION;
/** Another set of columns gives other checksums, so chunks of earlier columns are never misread. */
const SEED = crc32(INTEGER_COLUMNS.map(({ name, of }) => `${name} ${of}`).join());
/** Magic number, checksum, total length in bytes, day, visits, hits. */
const HEADER_WORDS = 6;
/** The checksum covers everything after itself. */
const CHECKED_FROM = 8;
const COLUMNS_FROM = 4 * (HEADER_WORDS + Math.ceil(INTEGER_COLUMNS.length / 4));

/** Encodes a day; see {@link decodeDay}. */
export function encodeDay(day: DayColumns<Numbers>): Uint8Array {
  const { bytes: packed, columns } = packTogether(INTEGER_COLUMNS.map(({ get }) => get(day)));
  const texts = encodeTexts(TEXT_COLUMNS.map(({ get }) => get(day).values));
  const textsFrom = COLUMNS_FROM + packed.length;
  const bytes = new Uint8Array(textsFrom + texts.length);
  bytes.set(
    columns.map(({ bits }) => bits),
    4 * HEADER_WORDS,
  );
  bytes.set(packed, COLUMNS_FROM);
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

/**
 * Decodes a day. Its columns share the memory of the bytes.
 *
 * @returns null if the bytes are damaged, or were written by another version or with another byte order.
 */
export function decodeDay(bytes: Uint8Array): DayColumns<PackedIntegers> | null {
  if (bytes.length < COLUMNS_FROM) return null;
  // Views of 32-bit integers must be aligned; a small Buffer often begins somewhere in a shared block.
  if (bytes.byteOffset % 4 !== 0) return decodeDay(Uint8Array.from(bytes));
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS);
  const [magic, checksum, length, day = 0, visits = 0, hits = 0] = header;
  if (magic !== MAGIC || length !== bytes.length) return null;
  if (checksum !== crc32(bytes.subarray(CHECKED_FROM), SEED)) return null;
  const rows = { visits, hits };
  const sizes = INTEGER_COLUMNS.map(({ of }, index) => ({
    ...{ bits: bytes[4 * HEADER_WORDS + index] as number, length: rows[of] },
  }));
  const memory = new DataView(bytes.buffer, bytes.byteOffset + COLUMNS_FROM, packedBytes(sizes));
  const packed = packedColumns(memory, sizes);
  const columns = new Map(INTEGER_COLUMNS.map(({ name }, index) => [name, packed[index]]));
  const values = decodeTexts(bytes.subarray(COLUMNS_FROM + memory.byteLength));
  const { page, event, ...dimensions } = Object.fromEntries(
    TEXT_COLUMNS.map(({ name }, index) => [name, { values: values[index], ids: columns.get(name) }]),
  ) as unknown as Record<VisitDimension | 'page' | 'event', TextColumn<PackedIntegers>>;
  const { opens, hour, duration, pageviews, events, hitHour } = Object.fromEntries(
    columns,
  ) as unknown as Pick<
    DayColumns<PackedIntegers>,
    'opens' | 'hour' | 'duration' | 'pageviews' | 'events' | 'hitHour'
  >;
  return { day, visits, hits, opens, hour, duration, pageviews, events, dimensions, page, event, hitHour };
}

import type { DataReader, DecodedArray, PageHeader } from 'hyparquet';
import { readPage } from 'hyparquet/src/column.js';
import { convert, convertWithDictionary } from 'hyparquet/src/convert.js';
import { decompressPage, readDataPage, readDataPageV2 } from 'hyparquet/src/datapage.js';
import { readRleBitPackedHybrid } from 'hyparquet/src/encoding.js';
import { readPlain } from 'hyparquet/src/plain.js';
import { getMaxDefinitionLevel, getMaxRepetitionLevel } from 'hyparquet/src/schema.js';
import { COMPRESSORS } from './parquetCodecs.ts';

export type ColumnDecoder = Parameters<typeof readDataPageV2>[2];

/** Returns the value at a position of the dictionary of a column; undefined if there is none. */
export type Dictionary = (index: number) => unknown;

/** The values of a page, with the levels that say where they belong; null if all levels are the same. */
export interface Page {
  count: number;
  repetition: Uint8Array | null;
  definition: Uint8Array | null;
  /** Returns the next value, each once. */
  next: () => unknown;
}

/** A page after decompression. */
interface Decompressed extends Omit<Page, 'next'> {
  /** Entries that have a value. */
  valueCount: number;
  encoding: string;
  values: Uint8Array;
}

const readerOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataReader => ({
  view: new DataView(buffer, byteOffset, byteLength),
  offset: 0,
});

/** Positions of byte arrays that stand one after the other, each behind its length. */
function positionsOf(bytes: Uint8Array, count: number): Uint32Array {
  const { view } = readerOf(bytes);
  const positions = new Uint32Array(count + 1);
  for (let index = 0, at = 0; index < count; index += 1) {
    at += 4 + view.getUint32(at, true);
    positions[index + 1] = at;
    if (at > bytes.length) throw new RangeError('A byte array ends behind its page.');
  }
  return positions;
}

/**
 * Returns the values of byte arrays, such as texts. They are converted one by one, because the library needs
 * some 200 bytes for each of a page.
 */
function byteArrays(bytes: Uint8Array, count: number, decoder: ColumnDecoder): Dictionary {
  const positions = positionsOf(bytes, count);
  return (index) => {
    if (!(index < count)) return undefined;
    const [from = 0, to = 0] = [positions[index], positions[index + 1]];
    return convert([bytes.subarray(from + 4, to)], decoder)[0];
  };
}

/** Reads the page with the dictionary of a column. */
export function readDictionary(header: PageHeader, bytes: Uint8Array, decoder: ColumnDecoder): Dictionary {
  const count = header.dictionary_page_header?.num_values ?? 0;
  if (decoder.type === 'BYTE_ARRAY') {
    const page = decompressPage(bytes, header.uncompressed_page_size, decoder.codec, COMPRESSORS);
    return byteArrays(page, count, decoder);
  }
  const { data } = readPage(readerOf(bytes), header, decoder, undefined, undefined, 0);
  const values = data && convert(data, decoder);
  return (index) => values?.[index];
}

/**
 * Reads a page of values. It takes some bytes for each entry, and few objects.
 * @param bytes as they are stored.
 */
export function readValues(
  header: PageHeader,
  bytes: Uint8Array,
  decoder: ColumnDecoder,
  dictionary: Dictionary | undefined,
): Page {
  const page = header.data_page_header_v2
    ? secondVersion(header, bytes, decoder)
    : firstVersion(header, bytes, decoder);
  return { ...page, next: valuesOf(page, decoder, dictionary) ?? others(header, bytes, decoder) };
}

function firstVersion(header: PageHeader, bytes: Uint8Array, decoder: ColumnDecoder): Decompressed {
  const { num_values: count = 0, encoding = 'PLAIN' } = header.data_page_header ?? {};
  const page = decompressPage(bytes, header.uncompressed_page_size, decoder.codec, COMPRESSORS);
  const reader = readerOf(page);
  const [maxRepetition, maxDefinition] = depthsOf(decoder);
  const repetition = levels(reader, maxRepetition, count);
  const definition = levels(reader, maxDefinition, count);
  const valueCount = definition ? counted(definition, maxDefinition) : count;
  return { count, repetition, definition, valueCount, encoding, values: page.subarray(reader.offset) };
}

function secondVersion(header: PageHeader, bytes: Uint8Array, decoder: ColumnDecoder): Decompressed {
  const {
    num_values: count = 0,
    encoding = 'PLAIN',
    repetition_levels_byte_length: ofRepetition = 0,
    definition_levels_byte_length: ofDefinition = 0,
    is_compressed: isCompressed = true,
  } = header.data_page_header_v2 ?? {};
  const [maxRepetition, maxDefinition] = depthsOf(decoder);
  const reader = readerOf(bytes);
  const repetition = levels(reader, maxRepetition, count, ofRepetition);
  reader.offset = ofRepetition;
  const definition = levels(reader, maxDefinition, count, ofDefinition);
  const rest = bytes.subarray(ofRepetition + ofDefinition);
  const size = header.uncompressed_page_size - ofRepetition - ofDefinition;
  const values = isCompressed ? decompressPage(rest, size, decoder.codec, COMPRESSORS) : rest;
  const valueCount = definition ? counted(definition, maxDefinition) : count;
  return { count, repetition, definition, valueCount, encoding, values };
}

const depthsOf = ({ schemaPath }: ColumnDecoder) =>
  [getMaxRepetitionLevel(schemaPath), getMaxDefinitionLevel(schemaPath)] as const;

const bitsOf = (max: number): number => 32 - Math.clz32(max);

/** Reads levels; null if there is only one. Without a length, it stands in front of them. */
function levels(reader: DataReader, max: number, count: number, length?: number): Uint8Array | null {
  if (max === 0) return null;
  const read = new Uint8Array(count);
  readRleBitPackedHybrid(reader, bitsOf(max), read, length);
  return read;
}

function counted(definition: Uint8Array, max: number): number {
  let count = 0;
  for (const level of definition) if (level === max) count += 1;
  return count;
}

/** Returns the values of the encodings that most writers use; null for another one. */
function valuesOf(
  { values, valueCount, encoding }: Decompressed,
  decoder: ColumnDecoder,
  dictionary: Dictionary | undefined,
): (() => unknown) | null {
  if (encoding === 'PLAIN_DICTIONARY' || encoding === 'RLE_DICTIONARY') {
    if (!dictionary) throw new RangeError('The column has no dictionary.');
    const reader = readerOf(values);
    const indexes = new Uint32Array(valueCount);
    const bits = valueCount > 0 ? reader.view.getUint8(reader.offset++) : 0;
    if (bits > 0) readRleBitPackedHybrid(reader, bits, indexes, values.length - 1);
    return inTurn((index) => dictionary(indexes[index] as number));
  }
  if (encoding !== 'PLAIN') return null;
  if (decoder.type === 'BYTE_ARRAY') return inTurn(byteArrays(values, valueCount, decoder));
  const plain = readPlain(readerOf(values), decoder.type, valueCount, decoder.element.type_length);
  return ofArray(convert(plain, decoder));
}

/** Returns the values of other encodings as the library reads them. */
function others(header: PageHeader, bytes: Uint8Array, decoder: ColumnDecoder): () => unknown {
  const { data_page_header: one, data_page_header_v2: two } = header;
  const { dataPage } = one
    ? readDataPage(
        decompressPage(bytes, header.uncompressed_page_size, decoder.codec, COMPRESSORS),
        one,
        decoder,
      )
    : readDataPageV2(bytes, header, decoder);
  return ofArray(convertWithDictionary(dataPage, undefined, (one ?? two)?.encoding ?? 'PLAIN', decoder));
}

function inTurn(valueAt: Dictionary): () => unknown {
  let index = 0;
  return () => valueAt(index++);
}

const ofArray = (values: DecodedArray) => inTurn((index) => values[index]);

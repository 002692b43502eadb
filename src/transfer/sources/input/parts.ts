import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { AppError } from '../../../errors.ts';
import type { Sample, SourceFile } from '../records.ts';
import { type Container, containerOf, inspect } from './container.ts';
import { ByteBudget, INPUT_LIMITS, type InputLimits, unusable } from './limits.ts';
import { openZip } from './zip.ts';
import { decompressZstd } from './zstd.ts';

const CHUNK_BYTES = 128 * 1_024;
const SAMPLE_BYTES = 64 * 1_024;

/** A file, or a file in a zip archive, after decompression. */
export interface Part {
  /** The name in the archive; the name of the file if it is none. */
  name: string;
  /** Undefined unless it lies in an archive. */
  archive?: string;
  /** Where its bytes are on the disk; undefined if they are compressed. */
  path?: string;
  /** Its bytes, which can be read once. Errors as those of {@link openParts}. */
  bytes(): AsyncIterable<Buffer>;
}

/**
 * Opens a file: plain, or compressed with gzip or zstd (one part), or a zip archive (its files). Read or
 * ignore each part before the next one. Memory does not grow with the file.
 * @throws AppError `invalid` if the file is missing, empty, damaged, incomplete, too large, in UTF-16,
 *   or compressed twice.
 */
export async function* openParts(
  file: SourceFile,
  limits: InputLimits = INPUT_LIMITS,
): AsyncGenerator<Part, void, void> {
  const { size, container } = await inspect(file);
  const budget = new ByteBudget(file, size, limits);
  if (container !== 'zip') {
    yield {
      name: file.name,
      ...(container === 'plain' && { path: file.path }),
      bytes: () => checkedBytes(file, decompress(file, container, budget), container === 'plain'),
    };
    return;
  }
  const zip = await openZip(file, limits);
  try {
    if (zip.entries.length === 0) throw unusable(file, 'contains no files.');
    for (const entry of zip.entries)
      yield {
        name: entry.fileName,
        archive: file.name,
        bytes: () => checkedBytes(file, zip.read(entry, budget), false),
      };
  } finally {
    await zip.close();
  }
}

/** Reads the beginning of a file, by which its source is recognized. Errors as those of {@link openParts}. */
export async function readSample(file: SourceFile, limits: InputLimits = INPUT_LIMITS): Promise<Sample> {
  let text: string | undefined;
  const entries: string[] = [];
  for await (const part of openParts(file, limits)) {
    if (part.archive !== undefined) entries.push(part.name);
    text ??= await beginningOf(part);
  }
  return entries.length > 0 ? { entries, text: text ?? '' } : { text: text ?? '' };
}

async function beginningOf(part: Part): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of part.bytes()) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= SAMPLE_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, SAMPLE_BYTES).toString('utf8');
}

async function* decompress(
  file: SourceFile,
  container: Container,
  budget: ByteBudget,
): AsyncGenerator<Buffer> {
  const stored = createReadStream(file.path, { highWaterMark: CHUNK_BYTES });
  const take = (bytes: number) => budget.take(bytes);
  try {
    if (container === 'zstd') {
      yield* decompressZstd(file, stored, take);
      return;
    }
    const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
    const stream =
      container === 'gzip' ? stored.on('error', (error) => gunzip.destroy(error)).pipe(gunzip) : stored;
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      take(chunk.length);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof AppError || container === 'plain') throw error;
    throw unusable(
      file,
      `is damaged or incomplete: its ${container} data cannot be decompressed. Copy or export it again.`,
    );
  } finally {
    stored.destroy();
  }
}

const FIRST_BYTES = 4;

/**
 * Removes the byte-order mark of UTF-8. Refuses UTF-16, and compressed files within a compressed file.
 * @param isStored whether the bytes are those of the file itself.
 */
async function* checkedBytes(
  file: SourceFile,
  bytes: AsyncIterable<Buffer>,
  isStored: boolean,
): AsyncGenerator<Buffer> {
  let isFirst = true;
  for await (const chunk of bytes) {
    if (!isFirst) {
      yield chunk;
      continue;
    }
    isFirst = false;
    const first = chunk.subarray(0, FIRST_BYTES);
    if (isUtf16(first)) throw unusable(file, 'is encoded in UTF-16. Save it as UTF-8.');
    if (!isStored && containerOf(first) !== 'plain')
      throw unusable(file, 'contains a file that is compressed as well. Decompress it first.');
    const isMarked = first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf;
    yield isMarked ? chunk.subarray(3) : chunk;
  }
}

/** Whether bytes begin with the mark of UTF-16, or with two characters of ASCII in it. */
function isUtf16([first, second, third, fourth]: Uint8Array): boolean {
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const isLittle = second === 0 && fourth === 0 && first !== 0 && third !== 0;
  return isLittle || (first === 0 && third === 0 && second !== 0 && fourth !== 0);
}

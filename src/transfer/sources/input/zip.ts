import { once } from 'node:events';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { AppError } from '../../../errors.ts';
import type { SourceFile } from '../records.ts';
import { type ByteBudget, type InputLimits, unusable } from './limits.ts';

/** Entries that archivers of macOS and Windows add. */
const JUNK = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$|\/$/;

/** An open zip archive. */
export interface Zip {
  /** Its files, without folders, in the order of its directory. */
  entries: readonly Entry[];
  /**
   * The bytes of a file.
   * @throws AppError `invalid` if it is encrypted, damaged or of another size or CRC-32 than the directory
   *   states. The library compares only the size.
   */
  read(entry: Entry, budget: ByteBudget): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** @throws AppError `invalid` if the directory is damaged or has too many entries. */
export async function openZip(file: SourceFile, limits: InputLimits): Promise<Zip> {
  const damaged = () =>
    unusable(file, 'is a damaged or incomplete zip archive. Download or export it again.');
  let zip: ZipFile;
  const entries: Entry[] = [];
  try {
    zip = await openPromise(file.path, { lazyEntries: true, autoClose: false });
  } catch {
    throw damaged();
  }
  const close = async () => {
    if (!zip.isOpen) return;
    const closed = once(zip, 'close');
    zip.close();
    await closed;
  };
  if (zip.entryCount > limits.entries) {
    await close();
    throw unusable(file, `contains ${zip.entryCount} files; at most ${limits.entries} are read.`);
  }
  try {
    for await (const entry of zip.eachEntry()) if (!JUNK.test(entry.fileName)) entries.push(entry);
  } catch (error) {
    await close();
    // The library's own check. Nothing is extracted, but no export has such names.
    if (/path|fileName/.test((error as Error).message))
      throw unusable(file, 'contains a file whose name leads out of the archive. Compress it again.');
    throw damaged();
  }
  return { entries, close, read: (entry, budget) => readEntry(file, zip, entry, budget) };
}

async function* readEntry(
  file: SourceFile,
  zip: ZipFile,
  entry: Entry,
  budget: ByteBudget,
): AsyncGenerator<Buffer> {
  const about = (problem: string) => unusable(file, `contains "${entry.fileName}", which ${problem}`);
  if (entry.isEncrypted()) throw about('is encrypted. Decrypt it first.');
  if (!entry.canDecodeFileData())
    throw about('is compressed by another method than deflate. Extract it, and compress it again.');
  let sum = 0;
  try {
    const stream = await zip.openReadStreamPromise(entry);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      sum = crc32(chunk, sum);
      budget.take(chunk.length);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof AppError ? error : about('is damaged. Download or export it again.');
  }
  if (sum !== entry.crc32) throw about('is damaged: its checksum is wrong. Download or export it again.');
}

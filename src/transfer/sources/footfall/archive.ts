import { type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { AppError, invalid } from '../../../errors.ts';

/** An archive has five files. More are no export, and are not listed. */
const MAX_ENTRIES = 100;

/** A zip archive that is open for reading. */
export interface Archive {
  /** The names of its files. */
  names: readonly string[];
  /** Reads a file from its beginning. Its size and checksum are compared at the end. */
  read(name: string): Promise<Readable>;
  close(): void;
}

/** The error of a file that is no complete archive, or is damaged. */
export const damaged = (why: string) => invalid({ file: [`The archive is damaged or incomplete: ${why}.`] });

function asDamage(error: Error): Error {
  return error instanceof AppError ? error : damaged(error.message.replace(/\.$/, ''));
}

/** Passes bytes on, and compares their checksum at the end. */
function checked({ fileName, crc32: expected }: Entry): Transform {
  let found = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      found = crc32(chunk, found);
      done(null, chunk);
    },
    flush(done) {
      done(found === expected ? null : damaged(`the checksum of ${fileName} does not match`));
    },
  });
}

/**
 * Opens a zip archive. Only its directory is read.
 * @throws AppError `invalid` if it has none, as an incomplete one.
 */
export async function openArchive(path: string): Promise<Archive> {
  const zip: ZipFile = await openPromise(path, { autoClose: false, lazyEntries: true }).catch((error) => {
    throw asDamage(error);
  });
  const entries = new Map<string, Entry>();
  try {
    if (zip.entryCount > MAX_ENTRIES) throw damaged(`it has ${zip.entryCount} files`);
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    zip.close();
    throw asDamage(error as Error);
  }
  return {
    names: [...entries.keys()],
    async read(name) {
      const entry = entries.get(name);
      if (!entry) throw damaged(`${name} is missing`);
      const source = await zip.openReadStreamPromise(entry).catch((error) => {
        throw asDamage(error);
      });
      const target = checked(entry);
      // It may fail before anybody reads it, who then gets the error. It must not end the process.
      target.on('error', () => undefined);
      source.once('error', (error) => target.destroy(asDamage(error)));
      target.once('close', () => source.destroy());
      return source.pipe(target);
    },
    close: () => zip.close(),
  };
}

import { Readable } from 'node:stream';
import { invalid } from '../../../errors.ts';
import { inspect } from '../input/container.ts';
import { ByteBudget, INPUT_LIMITS } from '../input/limits.ts';
import { openZip } from '../input/zip.ts';
import type { SourceFile } from '../records.ts';

/** An archive has six files. More are no export, and are not listed. */
const LIMITS = { ...INPUT_LIMITS, entries: 100 };

/** An export that is open for reading. */
export interface Archive {
  /** The names of its files. */
  names: readonly string[];
  /**
   * Reads a file from its beginning. Its size and checksum are compared at the end.
   * @throws AppError `invalid` if it is missing.
   */
  read(name: string): Readable;
  close(): Promise<void>;
}

/** The error of an export that is incomplete or damaged. */
export const damaged = (why: string) => invalid({ file: [`The archive is damaged or incomplete: ${why}.`] });

/**
 * Opens an export. Only its directory is read.
 * @throws AppError `invalid` if it has none, as an incomplete one.
 */
export async function openArchive(file: SourceFile): Promise<Archive> {
  const { size } = await inspect(file);
  const zip = await openZip(file, LIMITS);
  const budget = new ByteBudget(file, size, LIMITS);
  const entries = new Map(zip.entries.map((entry) => [entry.fileName, entry]));
  return {
    names: [...entries.keys()],
    read(name) {
      const entry = entries.get(name);
      if (!entry) throw damaged(`${name} is missing`);
      return Readable.from(zip.read(entry, budget), { objectMode: false });
    },
    close: zip.close,
  };
}

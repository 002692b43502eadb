import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { invalid } from '../../errors.ts';
import type { SourceFile } from '../sources/records.ts';
import { temporaryFolder } from '../temporary.ts';

/** The name of standard input. */
export const STDIN = '-';

/** Files on disk, and what deletes those of them that are temporary. */
export interface StoredFiles {
  files: SourceFile[];
  close(): Promise<void>;
}

/**
 * Finds the files that a person named. Standard input is stored first.
 * @param folder for temporary files; that of the system by default.
 */
export async function storeInput(
  names: readonly string[],
  input: Readable,
  folder?: string,
): Promise<StoredFiles> {
  const temporary = names.includes(STDIN) ? await temporaryFolder(folder) : null;
  const close = async () => {
    if (temporary) await rm(temporary, { recursive: true, force: true });
  };
  const files = names.map((name): SourceFile => {
    if (name !== STDIN) return { name: path.basename(name), path: name };
    return { name: 'standard input', path: path.join(temporary ?? '', 'input') };
  });
  const stored = files[names.indexOf(STDIN)];
  try {
    if (stored) await pipeline(input, createWriteStream(stored.path, { mode: 0o600 }));
  } catch (error) {
    await close();
    throw error;
  }
  return { files, close };
}

/**
 * Returns the SHA-256 of the content of files, in hexadecimal.
 * @throws AppError `invalid` if one of them cannot be read.
 */
export async function hashFiles(files: readonly SourceFile[]): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, path: file } of files) {
    try {
      for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    } catch (error) {
      throw invalid({ file: [`${name} cannot be read: ${(error as Error).message}.`] });
    }
    hash.update('\n');
  }
  return hash.digest('hex');
}

import { type FileHandle, open } from 'node:fs/promises';
import type { SourceFile } from '../records.ts';
import { unusable } from './limits.ts';

/** How the bytes of a file are stored. */
export type Container = 'plain' | 'gzip' | 'zstd' | 'zip';

const MAGIC_LENGTH = 4;

/** Recognizes the container by the first four bytes of a file. Names are often wrong. */
export function containerOf(magic: Buffer): Container {
  const [first, second, third, fourth] = magic;
  if (first === 0x1f && second === 0x8b) return 'gzip';
  const isFrame = first === 0x28 && second === 0xb5 && third === 0x2f && fourth === 0xfd;
  // A zstd stream may begin with a skippable frame.
  const isSkippable = ((first ?? 0) & 0xf0) === 0x50 && second === 0x2a && third === 0x4d && fourth === 0x18;
  if (isFrame || isSkippable) return 'zstd';
  // `PK`, and a local file header or the end of an empty archive.
  if (first === 0x50 && second === 0x4b && (third === 3 || third === 5)) return 'zip';
  return 'plain';
}

/**
 * Reads the size and the container of a file.
 * @throws AppError `invalid` if it cannot be read or is empty.
 */
export async function inspect(file: SourceFile): Promise<{ size: number; container: Container }> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file.path);
    const { size } = await handle.stat();
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC_LENGTH), 0, MAGIC_LENGTH, 0);
    if (bytesRead === 0) throw unusable(file, 'is empty.');
    return { size, container: containerOf(buffer.subarray(0, bytesRead)) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw code === undefined ? error : unusable(file, `cannot be read (${code}).`);
  } finally {
    await handle?.close();
  }
}

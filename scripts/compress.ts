import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/**
 * The build runs at every `npm start`: maximum compression of files that take at most a second, faster levels
 * above 1 MB.
 */
const levelsFor = (size: number) => (size < 1_000_000 ? { gzip: 9, brotli: 11 } : { gzip: 6, brotli: 5 });

/** Writes a file and its compressed variants `.gz` and `.br`. */
export async function writeCompressed(file: string, content: string | Buffer): Promise<void> {
  const levels = levelsFor(content.length);
  await Promise.all([
    writeFile(file, content),
    writeFile(`${file}.gz`, await promisify(gzip)(content, { level: levels.gzip })),
    writeFile(
      `${file}.br`,
      await promisify(brotliCompress)(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: levels.brotli,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
    ),
  ]);
}

/** Compresses every file in a folder. */
export async function compressFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    await writeCompressed(file, await readFile(file));
  }
}

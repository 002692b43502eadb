import { Decompress } from 'fzstd';
import type { SourceFile } from '../records.ts';
import { unusable } from './limits.ts';
import { ZstdFrames } from './zstdFrames.ts';

/** The largest window in bytes: the decompressor keeps it in memory. `zstd -19` uses a quarter of it. */
const MAX_WINDOW = 32 * 2 ** 20;
/** Compressed bytes that are decompressed at once. 3 of them can become 128 KiB. */
const STEP = 1_024;

/**
 * Decompresses a zstd stream of one or several frames, at some 100 MB a second. Not with `node:zlib`: Node 20
 * has no zstd, and Node 24 ends after the first frame without an error, so that it loses the others.
 * @param check is called with the bytes of each block before they are kept, and may throw.
 * @throws AppError `invalid` for a window of more than 32 MiB; errors of the library for damaged bytes.
 *   The library does not compare checksums.
 */
export async function* decompressZstd(
  file: SourceFile,
  stored: AsyncIterable<Buffer>,
  check: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let blocks: Buffer[] = [];
  const decoder = new Decompress((block) => {
    check(block.length);
    // The decoder only reads a block that it handed over.
    if (block.length > 0) blocks.push(Buffer.from(block.buffer, block.byteOffset, block.length));
  });
  const frames = new ZstdFrames();
  const take = () => {
    const taken = blocks;
    blocks = [];
    return taken;
  };
  for await (const chunk of stored)
    for (let from = 0; from < chunk.length; from += STEP) {
      const step = chunk.subarray(from, from + STEP);
      frames.push(step);
      if (frames.window > MAX_WINDOW)
        throw unusable(
          file,
          'was compressed by zstd with a window of more than 32 MiB. Decompress it first.',
        );
      // A copy, because the decoder keeps it until its block is complete.
      decoder.push(Uint8Array.from(step));
      if (blocks.length > 0) yield* take();
    }
  decoder.push(new Uint8Array(0), true);
  yield* take();
}

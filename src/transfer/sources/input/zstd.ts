import * as zlib from 'node:zlib';
import { Decompress } from 'fzstd';
import type { SourceFile } from '../records.ts';
import { unusable } from './limits.ts';
import { ZstdFrames } from './zstdFrames.ts';

/** The largest window, 2^25 bytes: the decompressor keeps it in memory. `zstd -19` uses 2^23. */
const WINDOW_LOG = 25;
/** Compressed bytes that are decompressed at once. 3 of them can become 128 KiB. */
const STEP = 1_024;

/** The zstd functions of `node:zlib` from Node 22.15 on, which the types of Node 20 lack. */
interface NativeZstd {
  createZstdDecompress?(options: { params: Record<number, number> }): NodeJS.ReadWriteStream;
  constants: { ZSTD_d_windowLogMax?: number };
}

/**
 * Decompresses a zstd stream of one or several frames. The library works in JavaScript, at some 100 MB a
 * second.
 * @param check is called with the bytes of each block before they are kept, and may throw.
 * @throws AppError `invalid` for a window of more than 32 MiB; errors of the library for damaged bytes.
 */
async function* decompressInJavaScript(
  file: SourceFile,
  stored: AsyncIterable<Buffer>,
  check: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  let blocks: Buffer[] = [];
  const decoder = new Decompress((block) => {
    check(block.length);
    if (block.length > 0) blocks.push(Buffer.from(block));
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
      if (frames.window > 2 ** WINDOW_LOG)
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

/**
 * Decompresses a zstd stream with Node if it can, otherwise in JavaScript.
 * @param check see {@link decompressInJavaScript}.
 */
export function decompressZstd(
  file: SourceFile,
  stored: NodeJS.ReadableStream & AsyncIterable<Buffer>,
  check: (bytes: number) => void,
  native: NativeZstd = zlib as unknown as NativeZstd,
): AsyncIterable<Buffer> {
  const windowLog = native.constants.ZSTD_d_windowLogMax;
  if (native.createZstdDecompress === undefined || windowLog === undefined)
    return decompressInJavaScript(file, stored, check);
  const stream = native.createZstdDecompress({ params: { [windowLog]: WINDOW_LOG } });
  return checked(stored.on('error', (error) => stream.emit('error', error)).pipe(stream), check);
}

async function* checked(
  stream: NodeJS.ReadWriteStream,
  check: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    check(chunk.length);
    yield chunk;
  }
}

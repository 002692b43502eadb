/** zstd frames of RFC 8878 with blocks that are stored as they are, or that repeat one byte. */
const MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const MAX_BLOCK = 128 * 1_024;

interface FrameOptions {
  /** The window is 2 to this power in bytes. */
  windowLog?: number;
  /** Whether the header has all fields, also a dictionary and the size of the content: 18 bytes. */
  isLong?: boolean;
}

interface Block {
  type: 0 | 1;
  size: number;
  content: Buffer;
}

function frameOf(blocks: readonly Block[], { windowLog = 17, isLong = false }: FrameOptions = {}): Buffer {
  const parts = blocks.map(({ type, size, content }, index) => {
    const header = Buffer.alloc(3);
    header.writeUIntLE((size << 3) | (type << 1) | (index === blocks.length - 1 ? 1 : 0), 0, 3);
    return Buffer.concat([header, content]);
  });
  const fields = Buffer.alloc(isLong ? 12 : 0);
  if (isLong) fields.writeBigUInt64LE(BigInt(blocks.reduce((sum, { size }) => sum + size, 0)), 4);
  const flags = isLong ? 0b11_0000_11 : 0;
  return Buffer.concat([MAGIC, Buffer.from([flags, (windowLog - 10) << 3]), fields, ...parts]);
}

/** A frame that contains bytes as they are. */
export function storedFrame(bytes: Buffer, options: FrameOptions = {}): Buffer {
  const blocks: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += MAX_BLOCK)
    blocks.push(bytes.subarray(from, from + MAX_BLOCK));
  return frameOf(
    blocks.map((content) => ({ type: 0, size: content.length, content })),
    options,
  );
}

/** A frame that becomes `blocks` times 128 KiB of one byte. */
export const repeatingFrame = (blocks: number, byte = 0x61): Buffer =>
  frameOf(Array.from({ length: blocks }, () => ({ type: 1, size: MAX_BLOCK, content: Buffer.from([byte]) })));

/** A frame whose content decompressors skip. */
export function skippableFrame(content: Buffer): Buffer {
  const header = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 0, 0, 0, 0]);
  header.writeUInt32LE(content.length, 4);
  return Buffer.concat([header, content]);
}

const FRAME_MAGIC = 0xfd2fb528;
/** The longest header of a frame: magic, descriptor, window, dictionary (4) and size of the content (8). */
const HEADER = 18;

/** What the walker reads next. */
type State = 'header' | 'block' | 'skip';

/**
 * Follows the frames of a zstd stream without decompressing it (RFC 8878, section 3), and returns the
 * greatest window that one of them asks for. The decompressor would allocate it, up to 2 GB.
 */
export class ZstdFrames {
  private state: State = 'header';
  private pending = Buffer.alloc(0);
  /** Bytes to skip before the next state. */
  private skip = 0;
  private last = false;
  private checksum = false;
  /** The greatest window in bytes. */
  window = 0;

  /** Reads the next bytes of the stream. Bytes that are no zstd are left to the decompressor. */
  push(chunk: Buffer): void {
    let rest = chunk;
    while (rest.length > 0) {
      if (this.state === 'skip') {
        const count = Math.min(this.skip, rest.length);
        rest = rest.subarray(count);
        this.skip -= count;
        if (this.skip > 0) return;
        this.state = this.last ? 'header' : 'block';
        continue;
      }
      this.pending = Buffer.concat([this.pending, rest.subarray(0, HEADER)]);
      const taken = Math.min(rest.length, HEADER);
      const before = this.pending.length - taken;
      const used = this.state === 'header' ? this.header(this.pending) : this.block(this.pending);
      if (used === 0) return;
      this.pending = Buffer.alloc(0);
      rest = rest.subarray(used - before);
    }
  }

  /** Reads a frame header; returns its length, or 0 if bytes are missing. */
  private header(bytes: Buffer): number {
    if (bytes.length < 8) return 0;
    const magic = bytes.readUInt32LE(0);
    if (magic !== FRAME_MAGIC) {
      // A skippable frame states its length.
      this.leave(bytes.readUInt32LE(4), true);
      return 8;
    }
    const flags = bytes[4] ?? 0;
    const single = (flags >> 5) & 1;
    const dictionary = [0, 1, 2, 4][flags & 3] ?? 0;
    const sizeFlag = flags >> 6;
    const sizeBytes = sizeFlag === 0 ? single : 1 << sizeFlag;
    const sizeAt = 6 - single + dictionary;
    if (bytes.length < sizeAt + sizeBytes) return 0;
    const descriptor = bytes[5] ?? 0;
    const base = 2 ** (10 + (descriptor >> 3));
    const size =
      sizeBytes === 0
        ? 0
        : sizeBytes === 8
          ? Number(bytes.readBigUInt64LE(sizeAt))
          : bytes.readUIntLE(sizeAt, sizeBytes);
    this.window = Math.max(this.window, single ? size : base + (base / 8) * (descriptor & 7));
    this.checksum = ((flags >> 2) & 1) === 1;
    this.state = 'block';
    return sizeAt + sizeBytes;
  }

  /** Reads a block header; returns its length, or 0 if bytes are missing. */
  private block(bytes: Buffer): number {
    if (bytes.length < 3) return 0;
    const header = bytes.readUIntLE(0, 3);
    const isLast = (header & 1) === 1;
    const isRepeated = ((header >> 1) & 3) === 1;
    this.leave((isRepeated ? 1 : header >> 3) + (isLast && this.checksum ? 4 : 0), isLast);
    return 3;
  }

  private leave(bytes: number, last: boolean): void {
    this.skip = bytes;
    this.last = last;
    this.state = bytes > 0 ? 'skip' : last ? 'header' : 'block';
  }
}

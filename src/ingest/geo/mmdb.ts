import { createDecoder, type MmdbValue } from './mmdbData.ts';
import { MmdbError, openMmdbFile } from './mmdbFile.ts';

/** A database of places in MaxMind's format, open on the disk. */
export interface Mmdb {
  readonly ipVersion: 4 | 6;
  readonly stamp: string;
  /**
   * The record of an address; null where there is none. Reads a few pages of the file.
   * @param address 4 bytes, or 16 (which a database for IPv4 knows nothing of), in network order.
   * @throws MmdbError where the file is damaged.
   */
  find(address: readonly number[]): MmdbValue | null;
  /** Whether the file was written over or cut since it was opened: what is read may be of two files then. */
  isChanged(): boolean;
  close(): void;
}

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
/** The format lets the metadata be this long, and puts it at the end. */
const MOST_METADATA = 128 * 1024;
/** Zeros between the search tree and the data. */
const GAP = 16;

interface Metadata {
  node_count: number;
  record_size: 24 | 28 | 32;
  ip_version: 4 | 6;
}

/**
 * Opens a file and reads its metadata; nothing else yet, however large it is.
 * @throws MmdbError for what is no such database; what the file system says.
 */
export function openMmdb(path: string): Mmdb {
  const file = openMmdbFile(path);
  try {
    const tail = Math.min(file.size, MOST_METADATA);
    const marker = file.slice(file.size - tail, tail).lastIndexOf(MARKER);
    if (marker === -1) throw new MmdbError('It is no MaxMind DB, or not the whole of one.');
    const markerAt = file.size - tail + marker;
    const start = markerAt + MARKER.length;
    const metadata = checkMetadata(createDecoder({ bytes: file, start, end: file.size })(start));
    const { node_count: nodes, record_size: bits, ip_version: ipVersion } = metadata;
    const treeSize = (nodes * bits) / 4;
    if (treeSize + GAP > markerAt) throw new MmdbError(`It is too short for ${nodes} nodes.`);
    const decode = createDecoder({ bytes: file, start: treeSize + GAP, end: markerAt });

    /** The node, or what stands for a record, to the left (0) or right (1). */
    function child(node: number, side: number): number {
      const at = (node * bits) / 4;
      if (bits !== 28) return file.uint(at + (side * bits) / 8, bits / 8);
      // The byte in the middle has the highest four bits of both.
      const middle = file.byte(at + 3);
      return side === 0
        ? (middle >> 4) * 2 ** 24 + file.uint(at, 3)
        : (middle & 15) * 2 ** 24 + file.uint(at + 4, 3);
    }

    function walk(from: number, address: readonly number[]): number {
      let node = from;
      for (let bit = 0; bit < address.length * 8 && node < nodes; bit++) {
        node = child(node, ((address[bit >> 3] as number) >> (7 - (bit & 7))) & 1);
      }
      return node;
    }

    // A tree for IPv6 has the addresses of IPv4 below ::/96. The way there is the same for all.
    const ipv4Start = ipVersion === 4 ? 0 : walk(0, new Array<number>(12).fill(0));

    return {
      ipVersion,
      stamp: file.stamp,
      find(address) {
        if (address.length === 16 && ipVersion === 4) return null;
        const end = walk(address.length === 4 ? ipv4Start : 0, address);
        return end > nodes ? decode(treeSize + end - nodes) : null;
      },
      isChanged: file.isChanged,
      close: file.close,
    };
  } catch (error) {
    file.close();
    throw error;
  }
}

function checkMetadata(value: MmdbValue): Metadata {
  const { node_count, record_size, ip_version } = Object(value) as Partial<Record<string, MmdbValue>>;
  if (typeof node_count !== 'number' || node_count < 1) throw new MmdbError('Its number of nodes is wrong.');
  if (record_size !== 24 && record_size !== 28 && record_size !== 32) {
    throw new MmdbError('Its records must have 24, 28 or 32 bits.');
  }
  if (ip_version !== 4 && ip_version !== 6) throw new MmdbError('Its addresses must be of IPv4 or IPv6.');
  return { node_count, record_size, ip_version };
}

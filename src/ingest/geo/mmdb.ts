import { createDecoder, type MmdbValue } from './mmdbData.ts';
import { MmdbError, openMmdbFile } from './mmdbFile.ts';

/** An open geolocation database in MaxMind's format. It is read from the disk on demand. */
export interface Mmdb {
  readonly ipVersion: 4 | 6;
  readonly stamp: string;
  /**
   * Finds the record of an address in the search tree. Reads a few pages of the file. Many addresses share a
   * record.
   * @param address 4 bytes, or 16 (for which an IPv4 database has no records), in network order.
   * @returns the position of its record; null if there is none.
   * @throws MmdbError if the file is damaged.
   */
  find(address: readonly number[]): number | null;
  /**
   * Reads the record at a position that `find` returned.
   * @throws MmdbError if the file is damaged.
   */
  read(position: number): MmdbValue;
  /** Whether the file was overwritten or truncated since it was opened. Reads may then mix two files. */
  isChanged(): boolean;
  close(): void;
}

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
/** Maximum size of the metadata in this format. It is at the end of the file. */
const MAX_METADATA = 128 * 1024;
/** Number of zero bytes between the search tree and the data. */
const GAP = 16;

interface Metadata {
  node_count: number;
  record_size: 24 | 28 | 32;
  ip_version: 4 | 6;
}

/**
 * Opens a file and reads only its metadata, whatever the size of the file.
 * @throws MmdbError if it is no such database; the error of the file system.
 */
export function openMmdb(path: string): Mmdb {
  const file = openMmdbFile(path);
  try {
    const tail = Math.min(file.size, MAX_METADATA);
    const marker = file.slice(file.size - tail, tail).lastIndexOf(MARKER);
    if (marker === -1) throw new MmdbError('It is not a MaxMind DB file, or it is incomplete.');
    const markerAt = file.size - tail + marker;
    const start = markerAt + MARKER.length;
    const metadata = checkMetadata(createDecoder({ bytes: file, start, end: file.size })(start));
    const { node_count: nodes, record_size: bits, ip_version: ipVersion } = metadata;
    const treeSize = (nodes * bits) / 4;
    if (treeSize + GAP > markerAt)
      throw new MmdbError(`It is too short for a search tree of ${nodes} nodes.`);
    const decode = createDecoder({ bytes: file, start: treeSize + GAP, end: markerAt });

    /**
     * Returns the left (0) or right (1) child: the number of a node (below `nodes`) or a pointer to a record
     * (above it).
     */
    function child(node: number, side: number): number {
      const at = (node * bits) / 4;
      if (bits !== 28) return file.uint(at + (side * bits) / 8, bits / 8);
      // The middle byte has the highest four bits of both children.
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

    // An IPv6 tree has the IPv4 addresses below ::/96. All share the path to there, so it is walked once.
    const ipv4Start = ipVersion === 4 ? 0 : walk(0, new Array<number>(12).fill(0));

    return {
      ipVersion,
      stamp: file.stamp,
      find(address) {
        if (address.length === 16 && ipVersion === 4) return null;
        const end = walk(address.length === 4 ? ipv4Start : 0, address);
        return end > nodes ? treeSize + end - nodes : null;
      },
      read: decode,
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
  if (typeof node_count !== 'number' || node_count < 1)
    throw new MmdbError('Its node_count must be a positive number.');
  if (record_size !== 24 && record_size !== 28 && record_size !== 32) {
    throw new MmdbError('Its record_size must be 24, 28 or 32 bits.');
  }
  if (ip_version !== 4 && ip_version !== 6) throw new MmdbError('Its ip_version must be 4 or 6.');
  return { node_count, record_size, ip_version };
}

import ipaddr from 'ipaddr.js';

/** A value of a record. Integers are stored as uint32 or int32, other numbers as doubles. */
export type Value = string | number | bigint | boolean | Buffer | Value[] | { [key: string]: Value };

export interface MmdbOptions {
  recordSize?: 24 | 28 | 32;
  /** Writes each string once and replaces repetitions with pointers. */
  pointers?: boolean;
}

type Node = [Node | Leaf | null, Node | Leaf | null];
interface Leaf {
  record: Value;
}

function control(type: number, size: number): Buffer {
  let [short, more] = [size, [] as number[]];
  if (size >= 65_821) [short, more] = [31, [16, 8, 0].map((shift) => ((size - 65_821) >> shift) & 255)];
  else if (size >= 285) [short, more] = [30, [8, 0].map((shift) => ((size - 285) >> shift) & 255)];
  else if (size >= 29) [short, more] = [29, [size - 29]];
  return Buffer.from(type > 7 ? [short, type - 7, ...more] : [(type << 5) | short, ...more]);
}

function number(type: number, size: number, write: (bytes: Buffer) => unknown): Buffer {
  const bytes = Buffer.alloc(size);
  write(bytes);
  return Buffer.concat([control(type, size), bytes]);
}

/** Returns the shortest pointer that reaches the position. */
function pointerTo(position: number): Buffer {
  if (position < 2_048) return Buffer.from([0x20 | (position >> 8), position & 255]);
  const rest = position - 2_048;
  return Buffer.from([0x28 | (rest >> 16), (rest >> 8) & 255, rest & 255]);
}

/**
 * @param known positions of the strings written so far, or null to write no pointers.
 * @param at the position of the value.
 */
function encode(value: Value, known: Map<string, number> | null, at: number): Buffer {
  if (typeof value === 'string') {
    const before = known?.get(value);
    if (before !== undefined) return pointerTo(before);
    known?.set(value, at);
    return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  }
  if (typeof value === 'boolean') return control(14, value ? 1 : 0);
  if (typeof value === 'bigint') {
    const hex = value.toString(16);
    const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex');
    return Buffer.concat([control(bytes.length > 8 ? 10 : 9, bytes.length), bytes]);
  }
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) return number(3, 8, (bytes) => bytes.writeDoubleBE(value));
    if (value < 0) return number(8, 4, (bytes) => bytes.writeInt32BE(value));
    return number(6, 4, (bytes) => bytes.writeUInt32BE(value));
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([control(4, value.length), value]);
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  let all = Array.isArray(value) ? control(11, value.length) : control(7, parts.length / 2);
  for (const part of parts) all = Buffer.concat([all, encode(part, known, at + all.length)]);
  return all;
}

/** Encodes the two records of a node as one number, with the left record in the higher bits. */
function nodeBytes([left = 0, right = 0]: number[], recordSize: number): Buffer {
  const both = (BigInt(left) << BigInt(recordSize)) | BigInt(right);
  if (recordSize !== 28) return Buffer.from(both.toString(16).padStart(recordSize / 2, '0'), 'hex');
  const bytes = Buffer.alloc(7);
  bytes.writeUIntBE(left & 0xffffff, 0, 3);
  bytes.writeUInt8(((left >> 24) << 4) | (right >> 24), 3);
  bytes.writeUIntBE(right & 0xffffff, 4, 3);
  return bytes;
}

function bitsOf(network: string, ipVersion: 4 | 6): number[] {
  const [address, length] = ipaddr.parseCIDR(network);
  const bits = address.toByteArray().flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((n) => (byte >> n) & 1));
  const prefix = address.kind() === 'ipv4' && ipVersion === 6 ? new Array<number>(96).fill(0) : [];
  return [...prefix, ...bits.slice(0, length)];
}

/**
 * Writes a small MaxMind DB (format 2.0), so that tests need no third-party file.
 *
 * @param records by network; in an IPv6 tree, IPv4 networks are below ::/96, as in MaxMind's files.
 */
export function writeMmdb(
  ipVersion: 4 | 6,
  records: Record<string, Value>,
  { recordSize = 24, pointers = false }: MmdbOptions = {},
): Buffer {
  const nodes: Node[] = [[null, null]];
  for (const [network, record] of Object.entries(records)) {
    const bits = bitsOf(network, ipVersion);
    let node = nodes[0] as Node;
    for (const bit of bits.slice(0, -1)) {
      const next = node[bit as 0 | 1];
      if (Array.isArray(next)) {
        node = next;
      } else {
        const added: Node = [null, null];
        nodes.push(added);
        node[bit as 0 | 1] = added;
        node = added;
      }
    }
    node[bits.at(-1) as 0 | 1] = { record };
  }
  let data = Buffer.alloc(0);
  const known = pointers ? new Map<string, number>() : null;
  const tree = nodes.map((node) => {
    const children = node.map((child) => {
      if (Array.isArray(child)) return nodes.indexOf(child);
      if (child === null) return nodes.length;
      const at = data.length;
      data = Buffer.concat([data, encode(child.record, known, at)]);
      return nodes.length + 16 + at;
    });
    return nodeBytes(children, recordSize);
  });
  const metadata = encode(
    {
      node_count: nodes.length,
      record_size: recordSize,
      ip_version: ipVersion,
      database_type: 'Test',
      languages: ['en'],
      binary_format_major_version: 2,
      binary_format_minor_version: 0,
      build_epoch: 1_700_000_000,
      description: {},
    },
    null,
    0,
  );
  return Buffer.concat([
    ...tree,
    Buffer.alloc(16),
    data,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    metadata,
  ]);
}

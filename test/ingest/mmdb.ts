import ipaddr from 'ipaddr.js';

/** What a record of a database of places may hold. */
export type Value = string | number | Value[] | { [key: string]: Value };

type Node = [Node | Leaf | null, Node | Leaf | null];
interface Leaf {
  record: Value;
}

function control(type: number, size: number): Buffer {
  const length = size < 29 ? [size] : [29, size - 29];
  const [first = 0, ...rest] = length;
  return Buffer.from(type > 7 ? [first, type - 7, ...rest] : [(type << 5) | first, ...rest]);
}

function encode(value: Value): Buffer {
  if (typeof value === 'string')
    return Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(6, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(11, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([control(7, entries.length), ...entries.flatMap((entry) => entry.map(encode))]);
}

function bitsOf(network: string, ipVersion: 4 | 6): number[] {
  const [address, length] = ipaddr.parseCIDR(network);
  const bits = address.toByteArray().flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((n) => (byte >> n) & 1));
  const prefix = address.kind() === 'ipv4' && ipVersion === 6 ? new Array<number>(96).fill(0) : [];
  return [...prefix, ...bits.slice(0, length)];
}

/**
 * Writes a small MaxMind DB (format 2.0, 24-bit records), so that tests need no file of anybody's.
 *
 * @param records by network; IPv4 networks go below ::/96 in a tree for IPv6, as MaxMind puts them. At most 28 entries in
 *   a map, strings shorter than 285 bytes.
 */
export function writeMmdb(ipVersion: 4 | 6, records: Record<string, Value>): Buffer {
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
  const tree = Buffer.alloc(nodes.length * 6);
  for (const [index, node] of nodes.entries()) {
    for (const [side, child] of node.entries()) {
      let pointer = nodes.length;
      if (Array.isArray(child)) pointer = nodes.indexOf(child);
      else if (child !== null) {
        pointer = nodes.length + 16 + data.length;
        data = Buffer.concat([data, encode(child.record)]);
      }
      tree.writeUIntBE(pointer, index * 6 + side * 3, 3);
    }
  }
  const metadata = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: ipVersion,
    database_type: 'Test',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    description: {},
  });
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    data,
    Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1'),
    metadata,
  ]);
}

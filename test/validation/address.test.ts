import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import {
  canonicalAddress,
  clientAddress,
  inRanges,
  limitKey,
  parseRanges,
  visitorNetwork,
} from '../../src/validation/address.ts';

describe('clientAddress', () => {
  test('without trusted proxies the header is ignored', () => {
    expect(clientAddress('203.0.113.9', '1.2.3.4', 0)).toBe('203.0.113.9');
  });

  test.each([
    [1, '5.6.7.8'],
    [2, '1.2.3.4'],
    [3, '9.9.9.9'],
    [7, '9.9.9.9'],
  ])('%i trusted proxies: the address is that entry from the right, or the leftmost', (hops, expected) => {
    expect(clientAddress('10.0.0.1', '9.9.9.9, 1.2.3.4, 5.6.7.8', hops)).toBe(expected);
  });

  test.each([
    ['1.2.3.4:567', '1.2.3.4'],
    [' 1.2.3.4 ', '1.2.3.4'],
    ['[2001:db8::1]:99', '2001:db8::1'],
    ['[2001:DB8:0:0::1]', '2001:db8::1'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['::FFFF:0102:0304', '1.2.3.4'],
    ['1.2.3.4,,', '1.2.3.4'],
  ])('the entry %j is the address %s', (header, expected) => {
    expect(clientAddress('10.0.0.1', header, 1)).toBe(expected);
  });

  test.each([
    '',
    ' , ',
    'unknown',
    '10.1',
    '01.2.3.4',
    '0x7f.0.0.1',
    '1.2.3.4.5',
    '[::1',
    '1.2.3.4:x',
    '<script>',
  ])('the entry %j is invalid, so the address is that of the socket', (header) => {
    expect(clientAddress('::ffff:10.0.0.1', header, 1)).toBe('10.0.0.1');
  });

  test('a closed socket without a header has no address', () => {
    expect(clientAddress(undefined, undefined, 1)).toBe('');
  });

  test('a zone is not part of the address', () => {
    expect(clientAddress('fe80::1%eth0', undefined, 0)).toBe('fe80::1');
  });

  test('a client cannot choose its address whatever it sends', () => {
    const hops = fc.integer({ min: 1, max: 3 });
    fc.assert(
      fc.property(fc.string(), hops, (sent, count) => {
        const appended = ['198.51.100.7', '10.0.0.1', '10.0.0.2'].slice(0, count);
        expect(clientAddress('10.0.0.9', [sent, ...appended].join(', '), count)).toBe('198.51.100.7');
      }),
    );
  });
});

describe('canonicalAddress', () => {
  test('agrees with the URL standard about every IPv6 address that is not IPv4-mapped', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const host = new URL(`http://[${text}]`).hostname.slice(1, -1);
        fc.pre(!host.startsWith('::ffff:'));
        expect(canonicalAddress(text)).toBe(host);
      }),
    );
  });

  test('gives an IPv4 address one form, mapped or not', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        expect([canonicalAddress(text), canonicalAddress(`::ffff:${text}`)]).toEqual([text, text]);
      }),
    );
  });
});

describe('limitKey', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['::1', '::/64'],
    ['64:ff9b::203.0.113.9', '203.0.113.9'],
    ['', ''],
  ])('counts %s as %s', (address, key) => {
    expect(limitKey(address)).toBe(key);
  });

  test('is equal for IPv6 addresses with the same first 64 bits, and for identical IPv4 addresses', () => {
    const half = fc.uint8Array({ minLength: 8, maxLength: 8 });
    const write = (...halves: Uint8Array[]) =>
      canonicalAddress(
        Buffer.concat(halves)
          .toString('hex')
          .replace(/(.{4})(?!$)/g, '$1:'),
      );
    fc.assert(
      fc.property(half, half, half, half, (a, b, c, d) => {
        fc.pre(![write(a, c), write(a, d), write(b, c)].some((text) => text.includes('.')));
        expect(limitKey(write(a, c))).toBe(limitKey(write(a, d)));
        expect(limitKey(write(a, c)) === limitKey(write(b, c))).toBe(Buffer.compare(a, b) === 0);
      }),
    );
    fc.assert(fc.property(fc.ipV4(), (address) => expect(limitKey(address)).toBe(address)));
  });
});

describe('visitorNetwork', () => {
  test('is the key of limits, apart from local networks', () => {
    const group = fc.oneof(fc.constantFrom(0, 1, 0x64, 0xff9b, 0x2001, 0xfe80, 0xfd00), fc.nat(0xffff));
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const address = canonicalAddress(groups.map((one) => one.toString(16)).join(':'));
        const isLocal = /^(?:f[cd]..|fe[89ab].):|^::1$/.test(address);
        expect(visitorNetwork(address)).toBe(isLocal ? address : limitKey(address));
      }),
      { numRuns: 3_000 },
    );
  });

  test.each(['', 'x', '1:2:3:4', '2001:db8:1:2:z', '1:2:3:4:5:6:7:8:9:g'])('leaves %j as it is', (text) => {
    expect(visitorNetwork(text)).toBe(text);
  });
});

describe('parseRanges', () => {
  test('reads IPv4 and IPv6 addresses and ranges, one per line, and ignores blanks', () => {
    const { ranges, errors } = parseRanges(' 10.0.0.0/8 \r\n\r\n192.168.1.1\n\t2001:db8::/32\n::1');
    expect(errors).toEqual([]);
    expect(ranges).toHaveLength(4);
  });

  test.each([null, '', ' \r\n '])('%j has no ranges and no errors', (text) => {
    expect(parseRanges(text)).toEqual({ ranges: [], errors: [] });
  });

  test.each([
    '10.1',
    '010.0.0.1',
    '0x0a.0.0.1',
    '167772161',
    '1.2.3.4/33',
    '1.2.3.4/',
    '1.2.3.4/08',
    '1.2.3.4/-1',
  ])('%j is an error that names its line', (line) => {
    expect(parseRanges(`8.8.8.8\n\n ${line}`).errors).toEqual([{ line: 3, text: line }]);
  });

  test.each([
    '::/129',
    '1.2.3.4/8/8',
    'fe80::1%eth0',
    'example.com',
    '1.2.3.4 5.6.7.8',
    '::ffff:1.2.3.4/95',
    '/8',
  ])('%j is an error too', (line) => {
    expect(parseRanges(line).errors).toEqual([{ line: 1, text: line }]);
  });

  test('never throws', () => {
    fc.assert(fc.property(fc.string(), (text) => void parseRanges(text)));
  });
});

describe('inRanges', () => {
  test.each([
    ['10.255.0.1', '10.1.2.3/8', true],
    ['11.0.0.1', '10.0.0.0/8', false],
    ['::ffff:10.0.0.1', '10.0.0.0/8', true],
    ['10.0.0.1', '::ffff:10.0.0.0/104', true],
    ['11.0.0.1', '::ffff:10.0.0.0/104', false],
    ['10.0.0.1', '::ffff:10.0.0.1', true],
    ['2001:db8:ffff::1', '2001:DB8::/32', true],
    ['2001:db9::1', '2001:db8::/32', false],
    ['10.0.0.1', '::/0', false],
    ['::1', '0.0.0.0/0', false],
    ['not an address', '0.0.0.0/0', false],
  ])('%s in %s: %s', (address, text, expected) => {
    expect(inRanges(address, parseRanges(text).ranges)).toBe(expected);
  });

  test('an IPv6 range contains the addresses with its prefix, in any spelling, and no IPv4 addresses', () => {
    const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
    fc.assert(
      fc.property(bytes, fc.integer({ min: 0, max: 128 }), fc.nat(127), (address, bits, flipped) => {
        const hex = (list: Uint8Array) =>
          Buffer.from(list)
            .toString('hex')
            .replace(/(.{4})(?!$)/g, '$1:');
        const other = Uint8Array.from(address);
        other[flipped >> 3] = (other[flipped >> 3] ?? 0) ^ (128 >> (flipped & 7));
        fc.pre(!canonicalAddress(hex(address)).includes('.') && !canonicalAddress(hex(other)).includes('.'));
        const { ranges } = parseRanges(`${hex(address).toUpperCase()}/${bits}`);
        expect(inRanges(canonicalAddress(hex(address)), ranges)).toBe(true);
        expect(inRanges(hex(other), ranges)).toBe(flipped >= bits);
        expect(inRanges('203.0.113.9', ranges)).toBe(false);
        expect(inRanges('::ffff:203.0.113.9', ranges)).toBe(false);
      }),
    );
  });

  test('an IPv4 address is in each of its own prefixes, but not with the last prefix bit flipped', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 0, max: 32 }), (address, bits) => {
        const { ranges } = parseRanges(`${address}/${bits}`);
        expect(inRanges(address, ranges)).toBe(true);
        if (bits === 0) return;
        const value = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
        const other = (value ^ (1 << (32 - bits))) >>> 0;
        const text = [24, 16, 8, 0].map((shift) => (other >>> shift) & 255).join('.');
        expect(inRanges(text, ranges)).toBe(false);
      }),
    );
  });
});

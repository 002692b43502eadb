import { createHmac } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { visitorHash } from '../../../src/ingest/recorder/visitor.ts';

const salt = new Uint8Array(32).fill(7);

describe('visitorHash', () => {
  test('is the first 8 bytes of the HMAC as a signed integer', () => {
    const hex = createHmac('sha256', salt).update('[1,"203.0.113.9","Firefox"]').digest('hex').slice(0, 16);
    expect(visitorHash(salt, 1, '203.0.113.9', 'Firefox')).toBe(BigInt.asIntN(64, BigInt(`0x${hex}`)));
  });

  test.each([
    ['temporary addresses of one home', '2001:db8:1:2::1', '2001:db8:1:2:a1b2:c3d4:e5f6:7', true],
    ['two homes', '2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['two IPv4 addresses', '203.0.113.1', '203.0.113.2', false],
    ['two IPv4 addresses behind a translator', '64:ff9b::203.0.113.1', '64:ff9b::203.0.113.2', false],
    ['an IPv4 address, translated and not', '64:ff9b::203.0.113.1', '203.0.113.1', true],
    ['two machines of a local network', 'fd00:1:2:3::1', 'fd00:1:2:3::2', false],
    ['two machines of a link', 'fe80::1', 'fe80::2', false],
  ])('%s: %s and %s are one visitor: %s', (_, one, other, same) => {
    expect(visitorHash(salt, 1, one, 'Firefox') === visitorHash(salt, 1, other, 'Firefox')).toBe(same);
    expect(visitorHash(salt, 1, one, 'Firefox')).not.toBe(visitorHash(salt, 1, one, 'Chrome'));
  });

  test('equal inputs have equal hashes; another salt, website, address or browser changes the hash', () => {
    const input = fc.tuple(
      fc.uint8Array({ minLength: 16, maxLength: 16 }),
      fc.nat(),
      fc.string(),
      fc.string(),
    );
    fc.assert(
      fc.property(input, input, (a, b) => {
        expect(visitorHash(...a)).toBe(visitorHash(...a));
        fc.pre(JSON.stringify([[...a[0]], ...a.slice(1)]) !== JSON.stringify([[...b[0]], ...b.slice(1)]));
        expect(visitorHash(...a)).not.toBe(visitorHash(...b));
      }),
    );
  });

  test('moving characters from the address to the User-Agent changes the hash', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ minLength: 1 }), fc.string(), (address, moved, userAgent) => {
        const left = visitorHash(salt, 1, address + moved, userAgent);
        expect(visitorHash(salt, 1, address, moved + userAgent)).not.toBe(left);
      }),
    );
  });

  test('fits a signed 64-bit column and uses both negative and positive values', () => {
    const hashes = Array.from({ length: 200 }, (_, id) => visitorHash(salt, id, '203.0.113.9', ''));
    expect(hashes.every((hash) => BigInt.asIntN(64, hash) === hash)).toBe(true);
    expect(new Set(hashes.map((hash) => hash < 0n)).size).toBe(2);
  });
});

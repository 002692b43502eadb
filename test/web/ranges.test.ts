import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { inRanges, parseRanges } from '../../src/validation/address.ts';
import { isRange, ownRange } from '../../src/web/app/website/ranges.ts';
import { runs } from '../support/properties.ts';

const part = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.ipV4().map((address) => `::ffff:${address}`),
  fc.stringMatching(/^[0-9a-f.:]{1,20}$/),
  fc.constantFrom(
    '10.1',
    '010.0.0.1',
    '0x7f.1.1.1',
    '::',
    '::1.2.3.4',
    'fe80::1%eth0',
    '',
    '1.2.3.4.5',
    'example.com',
  ),
);
const length = fc.oneof(
  fc.constant(''),
  fc.integer({ min: -1, max: 130 }).map((bits) => `/${bits}`),
  fc.constantFrom('/', '/08', '/8/8', '/a'),
);

test('the check while typing accepts exactly what the server accepts', () => {
  fc.assert(
    fc.property(part, length, (address, bits) => {
      const line = `${address}${bits}`.trim();
      fc.pre(line !== '');
      expect([line, isRange(line)]).toEqual([line, parseRanges(line).errors.length === 0]);
    }),
    { numRuns: runs(500) },
  );
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:a1b2:c3d4:e5f6:7', '2001:db8:1:2::/64'],
  ['::1', '::1'],
  ['fd00:1:2:3::1', 'fd00:1:2:3::1'],
  ['64:ff9b::cb00:7107', '64:ff9b::cb00:7107'],
  ['', ''],
])('the proposed exclusion of %s is %s', (own, range) => {
  expect(ownRange(own)).toBe(range);
  if (own) expect(inRanges(own, parseRanges(range).ranges)).toBe(true);
});

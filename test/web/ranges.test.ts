import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseRanges } from '../../src/validation/address.ts';
import { isRange } from '../../src/web/app/website/ranges.ts';
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

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { screenResolution } from '../../../src/ingest/request/resolution.ts';

describe('screenResolution', () => {
  test.each([
    ['1920x1080', '1920x1080'],
    [' 390 X 844 ', '390x844'],
    ['0800x0600', '800x600'],
    ['99999x1', '99999x1'],
    ['412.36364x915', '412x915'],
    ['1279.5 × 719.4', '1280x719'],
    ['1920*1080', '1920x1080'],
  ])('%j is normalized to %s', (value, expected) => {
    expect(screenResolution(value)).toBe(expected);
  });

  test.each([
    undefined,
    '',
    '1920',
    '0x1080',
    '1920x0',
    '100000x1',
    '-1x5',
    '0.4x2',
    '99999.5x2',
    '1.x2',
    '1,5x2',
    '1920x1080x24',
    'NaNxNaN',
    '1e3x5',
  ])('%j is not a screen resolution', (value) => {
    expect(screenResolution(value)).toBe('');
  });

  test('returns a size whose sides are from 1 to 99999, and nothing otherwise', () => {
    fc.assert(
      fc.property(fc.nat(200_000), fc.nat(200_000), (width, height) => {
        const valid = width > 0 && height > 0 && width < 100_000 && height < 100_000;
        expect(screenResolution(`${width}x${height}`)).toBe(valid ? `${width}x${height}` : '');
      }),
    );
  });
});

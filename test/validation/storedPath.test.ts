import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePage } from '../../src/ingest/request/page.ts';
import { storedPath } from '../../src/validation/storedPath.ts';

test.each([
  ['/blog/post-1', '/blog/post-1'],
  ['/café', '/caf%C3%A9'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/a b', '/a%20b'],
  ['/日本\u200b語 "<>`', '/%E6%97%A5%E6%9C%AC%E8%AA%9E%20%22%3C%3E%60'],
  ['/a%E2%80%AEb', '/ab'],
  ['/😀\ud800', '/%F0%9F%98%80%EF%BF%BD'],
  ['100%', '100%'],
])('the path %j is stored as %j', (path, stored) => {
  expect(storedPath(path)).toBe(stored);
});

test('converts a path to the path of a hit on it, for every character that does not end the path', () => {
  const unit = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 1 })
    .filter((char) => !/[?#\\{}^%.]/.test(char));
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 20 }), (chars) => {
      const path = `/a${chars.join('')}a`;
      expect(storedPath(path)).toBe(parsePage(`https://example.com${path}`)?.path);
    }),
  );
});

test('leaves a stored path as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const stored = storedPath(text);
      expect(storedPath(stored)).toBe(stored);
    }),
  );
});

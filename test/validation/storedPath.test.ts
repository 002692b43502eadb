import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parsePage } from '../../src/ingest/request/page.ts';
import { storedPart, storedPath } from '../../src/validation/storedPath.ts';

test.each([
  ['/blog/post-1', '/blog/post-1'],
  ['/café', '/caf%C3%A9'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/caf%c3%a9', '/caf%C3%A9'],
  ['/a b', '/a%20b'],
  ['/日本\u200b語 "<>`', '/%E6%97%A5%E6%9C%AC%E8%AA%9E%20%22%3C%3E%60'],
  ['/a%E2%80%AEb', '/ab'],
  ['/a%E2%80%AEb%20c%2F%00/%C3%A9%e2%82%ac', '/ab%20c%2F/%C3%A9%E2%82%AC'],
  ['/😀\ud800', '/%F0%9F%98%80%EF%BF%BD'],
  // Unreserved characters have no escape.
  ['/%7Ejoe/%61%2D%2e%5F%39', '/~joe/a-._9'],
  // Reserved ones keep theirs, and the other way round.
  ['/a%2fb', '/a%2Fb'],
  ["/!$&'()*+,;=:@", "/!$&'()*+,;=:@"],
  ['/%21%24%26%27%28%29%2a%2b%2c%3b%3d%3a%40%3f%23', '/%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%40%3F%23'],
  // A reserved character beside an invisible one does, too.
  ['/%28%E2%80%AE%29', '/%28%29'],
  // What a path must not have is escaped.
  ['/why-a[i]', '/why-a%5Bi%5D'],
  ['/{a}|b^c\\d', '/%7Ba%7D%7Cb%5Ec%5Cd'],
  ['100%', '100%25'],
  ['/100%25', '/100%25'],
  ['/%%41%4', '/%25A%254'],
  // No escape of an escape is decoded.
  ['/%2541', '/%2541'],
  ['/%25%34%31', '/%2541'],
  // Bytes that are not UTF-8.
  ['/%ff%00', '/%FF%00'],
  ['/%ff%41%e2%80%ae', '/%FFA'],
  // Routes in the fragment, and parameters.
  ['/a#!/b%7e?c=d', '/a#!/b~?c=d'],
])('the path %j is stored as %j', (path, stored) => {
  expect(storedPath(path)).toBe(stored);
});

test.each([
  ['%', '%'],
  ['/100%', '/100%'],
  ['/caf%c', '/caf%c'],
  ['%e6%97%A', '%E6%97%A'],
  ['日%e6%97%a5', '%E6%97%A5%E6%97%A5'],
  ['%zz%', '%25zz%'],
])('the part %j of a path is %j', (part, stored) => {
  expect(storedPart(part)).toBe(stored);
  expect(storedPart(stored)).toBe(stored);
});

test('converts a path to the path of a hit on it, for every character that does not end the path', () => {
  const unit = fc
    .string({ unit: 'binary', minLength: 1, maxLength: 1 })
    .filter((char) => !/[?#\\%.]/.test(char));
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 20 }), (chars) => {
      const path = `/a${chars.join('')}a`;
      expect(storedPath(path)).toBe(parsePage(`https://example.com${path}`)?.path);
    }),
  );
});

test('is the same for all spellings of a path that RFC 3986 calls equivalent', () => {
  const bytesOf = (char: string) =>
    [...Buffer.from(char)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
  const char = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 1 })
    .filter((text) => !/[!$&'()*+,;=:@/?#%]/.test(text));
  const spelled = fc.tuple(char, fc.constantFrom('raw', 'lower', 'upper')).map(([text, spelling]) => {
    const escaped = spelling === 'upper' ? bytesOf(text).toUpperCase() : bytesOf(text);
    return { text, spelling: spelling === 'raw' ? text : escaped };
  });
  fc.assert(
    fc.property(fc.array(spelled), (parts) => {
      const path = parts.map(({ text }) => text).join('');
      expect(storedPath(parts.map(({ spelling }) => spelling).join(''))).toBe(storedPath(path));
    }),
  );
});

test('leaves a stored path as it is', () => {
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 5 }),
    fc.integer({ min: 0, max: 255 }).map((byte) => `%${byte.toString(16).padStart(2, '0')}`),
    fc.constantFrom('%', '%4', '%25', '%E2%80%AE', '%E2%80%8D', '[', '/'),
  );
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const stored = storedPath(parts.join(''));
      expect(storedPath(stored)).toBe(stored);
      expect(stored).toMatch(/^(?:[\w.~!$&'()*+,;=:@/?#-]|%[0-9A-F]{2})*$/);
    }),
  );
});

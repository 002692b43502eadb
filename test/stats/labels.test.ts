import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { counted, plural } from '../../src/stats/format.ts';
import { statLabel } from '../../src/stats/labels.ts';
import { storedPath } from '../../src/validation/storedPath.ts';

test.each([
  ['/caf%C3%A9/a%20b', '/café/a b'],
  ['/%E0%A4', '/%E0%A4'],
  ['/%FF/caf%C3%A9', '/%FF/café'],
  ['/why-a%5Bi%5D', '/why-a[i]'],
  // Of reserved characters, the label must tell which form the path has.
  ['/a%2Fb/100%25', '/a%2Fb/100%25'],
  ['/%28a%29%2C(b),', '/%28a%29%2C(b),'],
  ['/%00a%0Ab%C2%85', '/%00a%0Ab%C2%85'],
  ['/%E2%80%AEgnp.exe', '/%E2%80%AEgnp.exe'],
  ['/%D9%85%DB%8C%E2%80%8C%D8%B4%D9%88%D8%AF', '/می\u200cشود'],
])('the label of the path %s is %s', (path, label) => {
  expect(statLabel('page', path)).toBe(label);
  expect(statLabel('landing_page', path)).toBe(label);
});

test('the label of a path is the path, when it is typed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webPath()), (text) => {
      for (const path of [storedPath(text), storedPath(encodeURIComponent(text.toWellFormed()))])
        expect(storedPath(statLabel('page', `/${path}`))).toBe(`/${path}`);
    }),
  );
});

test.each([
  ['example.com', 'example.com'],
  ['xn--bcher-kva.example', 'bücher.example'],
  ['xn--80akhbyknj4f.xn--p1ai', 'испытание.рф'],
  ['xn--wgv71a119e.jp', '日本語.jp'],
  ['shop.xn--hxajbheg2az3al.example', 'shop.παράδειγμα.example'],
  // Only Cyrillic and only Latin, but confusable with ASCII: apple, google.
  ['xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
  ['xn--ggle-0nda.com', 'xn--ggle-0nda.com'],
  // Latin mixed with Cyrillic: pаypal.
  ['xn--pypal-4ve.com', 'xn--pypal-4ve.com'],
  ['xn--zzzzzzzzz.com', 'xn--zzzzzzzzz.com'],
  ['xn--.com', 'xn--.com'],
])('the label of the referrer %s is %s', (host, label) => {
  expect(statLabel('referrer', host)).toBe(label);
});

test.each([
  ['Moscow, Moscow, RU', 'Moscow, Russia'],
  ['Berlin, State of Berlin, DE', 'Berlin, State of Berlin, Germany'],
  ['Singapore, SG', 'Singapore'],
  ['Bonn, DE', 'Bonn, Germany'],
  ['Bonn', 'Bonn'],
])('the label of the city %s is %s', (city, label) => {
  expect(statLabel('city', city)).toBe(label);
});

test('a count of one takes the singular', () => {
  expect([0, 1, 2, 1_234].map((count) => counted(count, 'visitor'))).toEqual([
    '0 visitors',
    '1 visitor',
    '2 visitors',
    '1,234 visitors',
  ]);
  expect([1, 2].map((count) => plural(count, 'was', 'were'))).toEqual(['was', 'were']);
});

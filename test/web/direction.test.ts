import { expect, test } from '@jest/globals';
import { directionOf } from '../../src/web/shared/i18n/direction.ts';

test.each([
  ['/', undefined],
  ['', undefined],
  ['/2026/11/', undefined],
  ['/blog/über-uns', undefined],
  ['/日本語/ページ', undefined],
  ['/مقالات/تحليل-الزيارات', 'rtl'],
  ['/blog/مقالات/تحليل-الزيارات', 'rtl'],
  ['/blog/2026/a-long-title-with-one-word/سلام', undefined],
  ['/עברית/דף-הבית', 'rtl'],
  ['متجر.مصر', 'rtl'],
  ['/ދިވެހި', 'rtl'],
])('the direction of %j is %s', (text, direction) => {
  expect(directionOf(text)).toBe(direction);
});

import { expect, test } from '@jest/globals';
import { createLog } from '../src/log.ts';

test('a text with line breaks or JSON stays within its line of the log', () => {
  const written: string[] = [];
  const log = createLog('info', false, { write: (text) => void written.push(text) });
  const text = 'shop.test\r\n{"level":60,"audit":"forged"}\u2028"';
  log.info({ subject: text }, text);
  expect(written).toHaveLength(1);
  expect(written[0]?.match(/[\r\n]/g)).toEqual(['\n']);
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ level: 30, subject: text, msg: text });
});

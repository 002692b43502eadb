import { expect, test } from '@jest/globals';
import { DatabaseFault } from '../../../src/db/health/faults.ts';
import { sqliteFaults } from '../../../src/db/sqlite/faults.ts';
import { createRefusals, Overload } from '../../../src/ingest/queue/refusals.ts';
import { createLog } from '../../../src/log.ts';

const FULL = new DatabaseFault(
  'full',
  sqliteFaults('/data/footfall.db').advice('full'),
  new Error('database or disk is full'),
);

function start() {
  let time = 0;
  const lines: { level: number; cause: string; hits: number; seconds?: number; msg: string }[] = [];
  const log = createLog('info', false, { write: (line) => void lines.push(JSON.parse(line)) });
  const refusals = createRefusals(log, () => time);
  const pass = (ms: number) => {
    time += ms;
  };
  return { refusals, lines, pass };
}

test('a fault of a minute with a thousand rejections logs four lines: start, twice ongoing, end', () => {
  const { refusals, lines, pass } = start();
  for (let number = 0; number < 1_001; number += 1, pass(60)) refusals.refused(FULL, 2);
  expect(lines.map(({ cause, hits }) => [cause, hits])).toEqual([
    ['full', 2],
    ['full', 1_000],
    ['full', 1_000],
  ]);
  expect(lines[0]?.msg).toMatch(
    new RegExp(
      '^Hits cannot be stored .*The disk of /data/footfall\\.db is full: ' +
        'free some space\\. Footfall then continues',
    ),
  );
  expect(lines[1]?.msg).toMatch(/^Hits still cannot be stored\. The disk of/);
  pass(2_000);
  refusals.stored();
  refusals.stored();
  expect(lines.slice(3)).toEqual([
    expect.objectContaining({ level: 30, cause: 'full', hits: 2_002, seconds: 60 }),
  ]);
});

test('hits stored between rejections do not end a fault, so an overload is logged once', () => {
  const { refusals, lines, pass } = start();
  for (let number = 0; number < 500; number += 1, pass(10)) {
    refusals.refused(new Overload('Hits arrive faster than they can be stored.'), 1);
    refusals.stored();
  }
  expect(lines.map(({ cause }) => cause)).toEqual(['overload']);
  expect(lines[0]?.msg).toContain('They arrive faster than they can be stored');
});

test('each cause is logged separately, and again when it recurs', () => {
  const { refusals, lines, pass } = start();
  for (const error of [FULL, new TypeError('x is undefined'), FULL, new TypeError('y')])
    refusals.refused(error, 1);
  expect(lines.map(({ cause }) => cause)).toEqual(['full', 'defect']);
  pass(2_000);
  refusals.stored();
  refusals.refused(FULL, 1);
  expect(lines.slice(2).map(({ level, cause }) => [level, cause])).toEqual([
    [30, 'full'],
    [30, 'defect'],
    [50, 'full'],
  ]);
});

import { expect, test } from '@jest/globals';
import type { PresetName } from '../../src/web/shared/periods.ts';
import { readAddress } from '../../src/web/stats/address.ts';
import { steppedRange } from '../../src/web/stats/header/steps.ts';

/** The first days of named periods on Saturday, 21 November 2026, as the server resolves them. */
const FIRST_DAYS: Partial<Record<PresetName, string>> = {
  today: '2026-11-21',
  last_7_days: '2026-11-15',
  last_30_days: '2026-10-23',
  this_month: '2026-11-01',
  last_12_months: '2025-12-01',
};

function step(query: string, by: -1 | 1, recordedSince: string | null = '2020-01-01') {
  const next = steppedRange(readAddress(query).range, { today: '2026-11-21', recordedSince }, by);
  if (!next) return null;
  return 'preset' in next ? `?period=${next.preset}` : `?from=${next.from}&to=${next.to}`;
}

test.each([
  ['?period=today', '?period=yesterday'],
  ['?period=yesterday', '?from=2026-11-19&to=2026-11-19'],
  ['?period=last_7_days', '?from=2026-11-08&to=2026-11-14'],
  ['?period=last_30_days', '?from=2026-09-23&to=2026-10-22'],
  ['?period=this_month', '?period=last_month'],
  ['?period=last_month', '?from=2026-09-01&to=2026-09-30'],
  ['?period=last_12_months', '?from=2024-12-01&to=2025-11-30'],
  ['?from=2026-03-01&to=2026-03-31', '?from=2026-02-01&to=2026-02-28'],
  ['?from=2026-01-01&to=2026-03-31', '?from=2025-10-01&to=2025-12-31'],
  ['?from=2026-03-05&to=2026-03-06', '?from=2026-03-03&to=2026-03-04'],
])('the period before %s is %s, and the one after that is the first again', (range, before) => {
  expect(step(range, -1)).toBe(before);
  expect(step(before, 1)).toBe(range);
});

test('a later range never ends after today', () => {
  expect(step('?from=2026-11-10&to=2026-11-16', 1)).toBe('?period=last_7_days');
  expect(step('?from=2026-11-10&to=2026-11-18', 1)).toBe('?from=2026-11-13&to=2026-11-21');
  expect(step('?from=2026-09-01&to=2026-10-31', 1)).toBe('?from=2026-11-01&to=2026-11-21');
});

test.each(Object.entries(FIRST_DAYS))(
  'nothing comes after %s, and nothing before the first recorded day',
  (name, firstDay) => {
    expect(step(`?period=${name}`, 1)).toBeNull();
    expect(step(`?period=${name}`, -1, firstDay)).toBeNull();
    expect(step(`?period=${name}`, -1, null)).toBeNull();
  },
);

test('all time has no neighbors', () => {
  expect([step('?period=all', -1), step('?period=all', 1)]).toEqual([null, null]);
});

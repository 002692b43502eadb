import { expect, test } from '@jest/globals';
import { change, decimal, duration, percent, rateChange } from '../../src/stats/format.ts';

test.each([
  [0, '0s'],
  [0.4, '0s'],
  [45, '45s'],
  [59.6, '1m'],
  [84, '1m 24s'],
  [3_599.6, '1h'],
  [7_500, '2h 5m'],
  [86_400, '24h'],
])('%d seconds are %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

test('rates are percentages, and means have one decimal', () => {
  expect([0, 0.0004, 0.042, 0.38, 1].map(percent)).toEqual(['0%', '<0.1%', '4.2%', '38%', '100%']);
  expect([0, 2, 2.36, 1_234].map(decimal)).toEqual(['0.0', '2.0', '2.4', '1,234.0']);
});

test('counts change in percent, rates in percentage points', () => {
  expect([change(112, 100), change(97, 100), change(100, 100), change(1, 0)]).toEqual([
    { text: '+12%', direction: 1 },
    { text: '−3%', direction: -1 },
    { text: '±0%', direction: 0 },
    null,
  ]);
  expect([
    rateChange(0.38, 0.359),
    rateChange(0.2, 0.32),
    rateChange(0.2, 0.2001),
    rateChange(0.1, 0),
    rateChange(0.38, 0.37),
  ]).toEqual([
    { text: '+2.1 points', direction: 1 },
    { text: '−12 points', direction: -1 },
    { text: '±0 points', direction: 0 },
    { text: '+10 points', direction: 1 },
    { text: '+1 point', direction: 1 },
  ]);
});

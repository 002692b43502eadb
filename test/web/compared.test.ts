import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type ComparedPeriod, comparedWith } from '../../src/web/stats/chart/compared.ts';
import { CHART_METRICS, METRIC_NAMES } from '../../src/web/stats/chart/metrics.ts';
import { setEnglish } from '../support/texts.ts';

setEnglish();

type Previous = NonNullable<ComparedPeriod['period']['previous']>;

/** A compared period, seen at noon of Saturday, 21 November 2026. */
const compared = (
  [from, to]: readonly [string, string],
  previous: Previous | null,
  website: Partial<ComparedPeriod['website']> = {},
): ComparedPeriod => ({
  period: { from, to, previous },
  website: { today: '2026-11-21', hour: 12, recordedSince: '2020-01-01', ...website },
});

const days = (from: string, to = from, untilHour: number | null = null): Previous => ({
  from,
  to,
  untilHour,
});

const WEEK = compared(['2026-11-09', '2026-11-15'], days('2026-11-02', '2026-11-08'));
const THIS_WEEK = ['2026-11-15', '2026-11-21'] as const;
const TODAY = ['2026-11-21', '2026-11-21'] as const;

/** The text and direction of a change. */
const said = (
  name: keyof typeof CHART_METRICS,
  pair: readonly [number | null, number | null],
  among: ComparedPeriod,
  isRow = false,
) => {
  const found = comparedWith(CHART_METRICS[name], pair, among, isRow);
  return found && [found.change?.text ?? null, found.direction];
};

describe('a change is', () => {
  test.each([
    [
      [120, 100],
      ['+20%', 1],
    ],
    [
      [80, 100],
      ['−20%', -1],
    ],
    [
      [100, 100],
      ['±0%', 0],
    ],
    [
      [0, 100],
      ['−100%', -1],
    ],
  ] as const)('that of the counts: %j', (pair, expected) => {
    expect(said('visits', pair, WEEK)).toEqual(expected);
    expect(said('visits', pair, WEEK, true)).toEqual(expected);
  });

  test('none for a total from zero, and “new” for a row that did not occur before', () => {
    expect(said('visits', [7, 0], WEEK)).toEqual([null, 0]);
    expect(said('visits', [7, 0], WEEK, true)).toEqual(['new', 1]);
    expect(said('visits', [0, 0], WEEK, true)).toEqual([null, 0]);
  });

  test('explained with the compared days and their count', () => {
    expect(comparedWith(CHART_METRICS.visits, [7, 1_234], WEEK, true)?.explained).toBe(
      'compared with Nov 2 – 8, 2026: 1,234',
    );
  });
});

describe('nothing is red', () => {
  test('unless the number that is shown is smaller than the one before', () => {
    const metric = fc.constantFrom(...METRIC_NAMES);
    const number = fc.oneof(fc.nat(40), fc.nat(100_000), fc.double({ min: 0, max: 50, noNaN: true }));
    const all = [
      ...[WEEK, compared(THIS_WEEK, days('2026-11-08', '2026-11-14', 12))],
      ...[compared(THIS_WEEK, days('2026-11-08', '2026-11-14')), compared(TODAY, days('2026-11-14'))],
      compared(TODAY, days('2026-11-14', '2026-11-14', 13)),
    ];
    fc.assert(
      fc.property(
        metric,
        number,
        number,
        fc.constantFrom(...all),
        fc.boolean(),
        (name, a, b, among, isRow) => {
          const entry = CHART_METRICS[name];
          const [now, before] = [a, b].map((value) =>
            name === 'bounce_rate' ? (value % 100) / 100 : entry.grows ? Math.round(value) : value,
          ) as [number, number];
          const found = comparedWith(entry, [now, before], among, isRow && entry.grows);
          const isLess = now < before && entry.format(now) !== entry.format(before);
          if (found?.direction === -1)
            expect([isLess, found.change?.text]).toEqual([true, expect.stringMatching(/^−/)]);
          if (entry.format(now) === entry.format(before) && found?.change)
            expect(found.change.text).toMatch(/^±0/);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['views_per_visit', [2.404, 2.414], '±0%'],
    ['views_per_visit', [2.36, 2.44], '±0%'],
    ['visit_duration', [84.4, 83.6], '±0%'],
    ['bounce_rate', [0.4041, 0.3989], '±0 points'],
  ] as const)('if a value is written like the one before: %s of %j', (name, pair, text) => {
    expect(CHART_METRICS[name].format(pair[0])).toBe(CHART_METRICS[name].format(pair[1]));
    expect(said(name, pair, WEEK)).toEqual([text, 0]);
  });

  test('for a mean without visits', () => {
    expect(said('visit_duration', [null, 84], WEEK)).toEqual([null, 0]);
    expect(said('visit_duration', [84, null], WEEK)).toBeNull();
    expect(said('bounce_rate', [null, 0.4], WEEK)).toEqual([null, 0]);
  });

  test('for less of a day than is over, or a day that may still grow', () => {
    const whole = compared(TODAY, days('2026-11-14'));
    const ahead = compared(TODAY, days('2026-11-14', '2026-11-14', 13));
    for (const among of [whole, ahead]) {
      expect(said('visits', [5, 10], among, true)).toEqual([null, 0]);
      expect(said('visits', [15, 10], among, true)).toEqual(['+50%', 1]);
      expect(said('visits', [5, 0], among, true)).toEqual(['new', 1]);
    }
    const even = compared(TODAY, days('2026-11-14', '2026-11-14', 12));
    expect(said('visits', [5, 10], even, true)).toEqual(['−50%', -1]);
  });

  test('for days that are compared with whole ones before they are over', () => {
    expect(said('visits', [5, 10], compared(THIS_WEEK, days('2026-11-08', '2026-11-14')), true)).toEqual([
      ...['−50%', 0],
    ]);
    expect(said('visits', [5, 10], compared(THIS_WEEK, days('2026-11-08', '2026-11-14', 12)), true)).toEqual([
      ...['−50%', -1],
    ]);
  });

  test('for another number of days', () => {
    const among = compared(['2026-11-09', '2026-11-15'], days('2026-10-01', '2026-10-31'));
    expect(said('visits', [5, 10], among, true)).toEqual(['−50%', 0]);
    expect(said('visits', [5, 0], among, true)).toEqual(['new', 0]);
  });
});

test('days that were recorded in part, or not at all, say nothing', () => {
  const [part, none] = ['2026-11-04', '2026-11-10'].map((recordedSince) =>
    compared(['2026-11-09', '2026-11-15'], days('2026-11-02', '2026-11-08'), { recordedSince }),
  ) as [ComparedPeriod, ComparedPeriod];
  for (const pair of [
    [5, 10],
    [5, 0],
    [10, 5],
  ] as const) {
    expect(said('visits', pair, part, true)).toEqual([null, 0]);
    expect(said('visits', pair, none, true)).toBeNull();
  }
  expect(said('visits', [5, 10], compared(['2026-11-09', '2026-11-15'], null), true)).toBeNull();
});

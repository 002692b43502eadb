import { beforeAll, describe, expect, test } from '@jest/globals';
import { labelledByHand } from '../../../scripts/bench/accuracyByHand.ts';
import { SetBuilder } from '../../../scripts/bench/accuracyCases.ts';
import { BARS, measure, missedBars, type Result, share } from '../../../scripts/bench/accuracyMeasure.ts';
import { describedByHand, knownCrawlers, recordedTraffic } from '../../../scripts/bench/accuracyPackages.ts';
import { DEVICES } from '../../../src/ingest/device/families.ts';

/** Takes every second recorded User-Agent; `npm run bench:accuracy` takes all. */
const EVERY = 2;
let traffic: Result;
let crawlers: Result;
let old: Result;

beforeAll(() => {
  traffic = measure(recordedTraffic(EVERY));
  crawlers = measure(knownCrawlers());
  const described = describedByHand();
  old = measure({ ...described, cases: described.cases.filter((_, index) => index % EVERY === 0) });
});

describe('the results for User-Agents', () => {
  test.each(['browser', 'os', 'device'] as const)(
    'agree in at least 97 %% of recorded traffic: %s',
    (part) => {
      expect(traffic.parts[part].of).toBeGreaterThan(100);
      expect(share(traffic.parts[part])).toBeGreaterThanOrEqual(0.97);
    },
  );

  test('drop at least 99 % of known crawlers', () => {
    expect(crawlers.crawlersDropped.of).toBeGreaterThan(2_000);
    expect(share(crawlers.crawlersDropped)).toBeGreaterThanOrEqual(0.99);
  });

  test('drop at most 0.5 % of recorded traffic', () => {
    expect(traffic.browsersDropped.of).toBeGreaterThan(100);
    expect(share(traffic.browsersDropped)).toBeLessThanOrEqual(0.005);
  });

  test('are right for every User-Agent that was labelled by hand', () => {
    const result = measure(labelledByHand());
    const { browser, os, device } = result.parts;
    const counts = [browser, os, device, result.crawlersDropped];
    expect(counts.map(({ of }) => of).every((of) => of >= 20)).toBe(true);
    expect(counts.map((count) => [...count.misses])).toEqual([[], [], [], []]);
    expect(share(result.browsersDropped)).toBe(0);
  });

  test('have only documented devices', () => {
    const devices = new Set([...traffic.answers, ...old.answers].map(({ device }) => device));
    devices.delete('');
    expect([...DEVICES]).toEqual(expect.arrayContaining([...devices]));
  });

  test('have no version in the name of a browser or a system', () => {
    const names = new Set([...traffic.answers, ...old.answers].flatMap(({ browser, os }) => [browser, os]));
    names.delete('OS/2');
    for (const name of names) expect(name).not.toMatch(/\d\.\d|[ /v]\d+(?:\.\d+)*$/);
  });
});

describe('the accuracy thresholds', () => {
  const set = (...cases: Parameters<SetBuilder['add']>[0][]) => {
    const builder = new SetBuilder();
    for (const one of cases) builder.add(one);
    return builder.build('a set', 'this test', true);
  };
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0';

  test('equal those in the documentation', () => {
    expect(BARS).toEqual({ agreement: 0.97, crawlers: 0.99, browsers: 0.005 });
  });

  test('are missed by wrong results, and each missed one is named', () => {
    const wrong = set({
      userAgent: FIREFOX,
      kind: 'browser',
      browser: 'Chrome',
      os: 'Mac OS X',
      device: 'mobile',
    });
    expect(missedBars(measure(wrong))).toEqual(['browser', 'os', 'device']);
    const right = set({
      userAgent: FIREFOX,
      kind: 'browser',
      browser: 'Firefox',
      os: 'Ubuntu',
      device: 'desktop',
    });
    expect(missedBars(measure(right))).toEqual([]);
  });

  test('are missed by a counted crawler and a dropped browser', () => {
    const swapped = set(
      { userAgent: FIREFOX, kind: 'crawler' },
      { userAgent: 'curl/8.5.0', kind: 'browser' },
    );
    expect(missedBars(measure(swapped))).toEqual(['crawlers dropped', 'browsers dropped']);
  });

  test('do not apply to labels without information', () => {
    const unlabelled = set({ userAgent: FIREFOX, kind: 'browser', browser: 'Other', os: '' });
    expect([...unlabelled.leftOut]).toEqual([
      ['browser "Other"', 1],
      ['os ""', 1],
    ]);
    expect(missedBars(measure(unlabelled))).toEqual([]);
  });
});

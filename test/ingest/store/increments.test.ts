import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Hit } from '../../../src/ingest/hit.ts';
import { type Increment, increments } from '../../../src/ingest/store/increments.ts';
import { planVisits } from '../../../src/ingest/store/visits.ts';
import { hitSequences } from '../../support/books/hits.ts';

const two = (number: number) => String(number).padStart(2, '0');
const dayText = (day: number) =>
  `${Math.floor(day / 10_000)}-${two(Math.floor(day / 100) % 100)}-${two(day % 100)}`;

/** Returns the statistics and values that a hit counts for, by the table of docs/numbers.md. */
function counted(hit: Hit, firstOfVisitor: boolean, firstOfVisit: boolean): [string, string][] {
  const { day, hour, path, event, dimensions } = hit;
  const facts: [string, string][] = [];
  if (event) facts.push(['event', event.name]);
  else facts.push(['pageviews', dayText(day)], ['pageviews_hours', two(hour)], ['page', path]);
  if (firstOfVisit) {
    facts.push(['landing_page', path], ['referrer', dimensions.referrer]);
    if (dimensions.campaign !== '') facts.push(['campaign', dimensions.campaign]);
  }
  if (firstOfVisitor) {
    const { browser, os, device, language, resolution, continent, country, city } = dimensions;
    facts.push(['visitors', dayText(day)], ['visitors_hours', two(hour)]);
    facts.push(...Object.entries({ browser, os, device, language, resolution, continent, country, city }));
  }
  return facts;
}

function recount(hits: readonly Hit[]): Map<string, number> {
  const rows = new Map<string, number>();
  for (const [index, hit] of hits.entries()) {
    const { websiteId, day, visitor, at } = hit;
    const before = hits
      .slice(0, index)
      .filter((other) => other.websiteId === websiteId && other.day === day && other.visitor === visitor);
    const last = before.at(-1);
    const opens = !last || at - last.at > 1_800_000;
    for (const [name, value] of counted(hit, !last, opens)) {
      for (const period of [day, Math.floor(day / 100)]) {
        const key = JSON.stringify([websiteId, name, period, value]);
        rows.set(key, (rows.get(key) ?? 0) + 1);
      }
    }
  }
  return rows;
}

const keyOf = ({ websiteId, name, period, value }: Increment) =>
  JSON.stringify([websiteId, name, period, value]);
const sorted = (rows: Iterable<[string, number]>) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));

test('increments equal a slow recount, for each day and each month', () => {
  fc.assert(
    fc.property(hitSequences, (hits) => {
      const found = increments(planVisits(hits, new Map())).map((row): [string, number] => [
        keyOf(row),
        row.count,
      ]);
      expect(sorted(found)).toEqual(sorted(recount(hits)));
    }),
    { numRuns: 300 },
  );
});

test('increments touch each row once', () => {
  fc.assert(
    fc.property(hitSequences, (hits) => {
      const rows = increments(planVisits(hits, new Map())).map(keyOf);
      expect(new Set(rows).size).toBe(rows.length);
    }),
  );
});

test('no hits give no increments', () => {
  expect(increments(planVisits([], new Map()))).toEqual([]);
});

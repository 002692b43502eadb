import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Hit } from '../../../src/ingest/hit.ts';
import { dayIncrements, withMonths } from '../../../src/ingest/store/increments.ts';
import type { Increment } from '../../../src/ingest/store/sums.ts';
import { planVisits, type StoredVisit, visitorKey } from '../../../src/ingest/store/visits.ts';
import { hitSequences } from '../../support/books/hits.ts';
import { runs } from '../../support/properties.ts';

const two = (number: number) => String(number).padStart(2, '0');
const dayText = (day: number) =>
  `${Math.floor(day / 10_000)}-${two(Math.floor(day / 100) % 100)}-${two(day % 100)}`;

/** Months that include all days, of the websites of {@link hitSequences}. */
const ALL: ReadonlyMap<number, number> = new Map([1, 2].map((websiteId) => [websiteId, 99991231]));
const SOME = fc
  .array(fc.constantFrom(0, 20261031, 20261101, 20261231), { minLength: 2, maxLength: 2 })
  .map((days) => new Map(days.map((day, index) => [index + 1, day])));

/** A statistic, a value of it, and what is added to its count. */
type Counted = [name: string, value: string, count: number];

/** Returns what a hit counts for, by the table of docs/numbers.md. */
function counted(hit: Hit, firstOfVisitor: boolean, firstOfVisit: boolean): Counted[] {
  const { day, hour, path, host, event, dimensions } = hit;
  const facts: Counted[] = [];
  const add = (values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) facts.push([name, value, 1]);
  };
  if (host) add({ host });
  if (event) add({ event: event.name, events: dayText(day) });
  else add({ pageviews: dayText(day), pageviews_hours: two(hour), page: path });
  if (firstOfVisit) {
    const { referrer, campaign, source, channel, utm_source, utm_medium, utm_term, utm_content } = dimensions;
    add({ visits: dayText(day), landing_page: path, referrer, source, channel });
    add({ utm_source, utm_medium, utm_term, utm_content });
    if (campaign !== '') add({ campaign });
  }
  if (firstOfVisitor) {
    const { browser, os, device, language, resolution, continent, country, city } = dimensions;
    add({ visitors: dayText(day), visitors_hours: two(hour) });
    add({ browser, os, device, language, resolution, continent, country, city });
  }
  return facts;
}

/** Returns what a visit counts for as a whole. */
function countedOfVisit(visit: readonly Hit[]): Counted[] {
  const views = visit.filter(({ event }) => event === null);
  const [first, last] = [visit[0] as Hit, visit.at(-1) as Hit];
  const facts: Counted[] = [
    ['exit_page', views.at(-1)?.path ?? '', 1],
    ['duration', dayText(first.day), last.at - first.at],
  ];
  if (views.length === 1 && visit.length === 1) facts.push(['bounces', dayText(first.day), 1]);
  return facts;
}

/** The hits of a visit, and its number on the day of the visitor. */
interface Visit {
  number: number;
  hits: Hit[];
}

/** Groups hits into visits, in the order of their first hits. */
function visitsOf(hits: readonly Hit[]): Visit[] {
  const visits: Visit[] = [];
  for (const hit of hits) {
    const own = visits.filter(({ hits: [first] }) => first && visitorKey(first) === visitorKey(hit));
    const last = own.at(-1);
    if (last && hit.at - (last.hits.at(-1)?.at ?? 0) <= 1_800_000) last.hits.push(hit);
    else visits.push({ number: own.length + 1, hits: [hit] });
  }
  return visits;
}

/**
 * Counts hits, and visits as wholes.
 * @param skipped first hits of visits that are not counted as wholes.
 * @param through by website: the last day that counts in its month too.
 */
function recount(
  hits: readonly Hit[],
  skipped: ReadonlySet<Hit> = new Set(),
  through: ReadonlyMap<number, number> = ALL,
): Map<string, number> {
  const rows = new Map<string, number>();
  const add = ({ websiteId, day }: Hit, facts: Counted[]) => {
    for (const [name, value, count] of facts) {
      const isInMonth = day <= (through.get(websiteId) ?? 0);
      for (const period of isInMonth ? [day, Math.floor(day / 100)] : [day]) {
        const key = JSON.stringify([websiteId, name, period, value]);
        rows.set(key, (rows.get(key) ?? 0) + count);
      }
    }
  };
  for (const { number, hits: visit } of visitsOf(hits)) {
    for (const [index, hit] of visit.entries())
      add(hit, counted(hit, number === 1 && index === 0, index === 0));
    const [first] = visit;
    if (first && !skipped.has(first)) add(first, countedOfVisit(visit));
  }
  return rows;
}

const keyOf = ({ websiteId, name, period, value }: Increment) =>
  JSON.stringify([websiteId, name, period, value]);
const sorted = (rows: Iterable<[string, number]>) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
const nonzero = (rows: Iterable<[string, number]>) => [...rows].filter(([, count]) => count !== 0);

/** Returns the increments of a batch, as the rows of a recount. */
function planned(
  hits: readonly Hit[],
  latest = new Map<string, StoredVisit>(),
  id = 0n,
  through: ReadonlyMap<number, number> = ALL,
): [string, number][] {
  let next = id;
  const days = dayIncrements(planVisits(hits, latest, () => ++next));
  const rows = withMonths(days.values(), through);
  return rows.map((row): [string, number] => [keyOf(row), row.count]);
}

test('increments equal a slow recount, for each day and each month that includes its day', () => {
  fc.assert(
    fc.property(hitSequences, SOME, (hits, through) => {
      const found = sorted(nonzero(planned(hits, new Map(), 0n, through)));
      expect(found).toEqual(sorted(nonzero(recount(hits, new Set(), through))));
    }),
    { numRuns: runs(100) },
  );
});

/** Hits of one visitor on one day, so that many continue a visit. */
const ofOneVisitor = hitSequences.map((hits) =>
  hits.map((hit) => ({ ...hit, websiteId: 1, visitor: 1n, day: 20261101 })),
);

/** Two views of one visit: the second one takes the exit from the first one's page. */
const VIEWS = fc
  .sample(
    hitSequences.filter(({ length }) => length > 0),
    { numRuns: 1, seed: 1 },
  )
  .flatMap(([hit]) => ['/a', '/'].map((path) => ({ ...(hit as Hit), path, event: null })));

test('increments of stored visits equal the difference of two recounts, except for pending visits', () => {
  const pendings = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 });
  let negative = 0;
  fc.assert(
    fc.property(fc.oneof(hitSequences, ofOneVisitor), fc.nat(40), pendings, (hits, cut, pendings) => {
      const earlier = hits.slice(0, cut);
      const latest = new Map<string, StoredVisit>();
      const skipped = new Set<Hit>();
      for (const [index, { number, hits: visit }] of visitsOf(earlier).entries()) {
        const views = visit.filter(({ event }) => event === null);
        const [first, last, exit] = [visit[0] as Hit, visit.at(-1) as Hit, views.at(-1)];
        const pending = pendings[index % pendings.length] ?? false;
        if (pending) skipped.add(first);
        latest.set(visitorKey(first), {
          number,
          startedAt: first.at,
          lastAt: last.at,
          pending,
          pageviews: views.length,
          events: visit.length - views.length,
          exitPath: exit?.path ?? '',
          exitId: exit ? BigInt(earlier.indexOf(exit) + 1) : 0n,
        });
      }
      const expected = recount(hits, skipped);
      for (const [key, count] of recount(earlier, skipped))
        expected.set(key, (expected.get(key) ?? 0) - count);
      const found = planned(hits.slice(cut), latest, BigInt(cut));
      expect(sorted(nonzero(found))).toEqual(sorted(nonzero(expected)));
      negative += found.filter(([, count]) => count < 0).length;
    }),
    { numRuns: runs(150), examples: [[VIEWS, 1, [false]]] },
  );
  expect(negative).toBeGreaterThan(0);
});

test('increments touch each row once', () => {
  fc.assert(
    fc.property(hitSequences, (hits) => {
      const rows = planned(hits).map(([key]) => key);
      expect(new Set(rows).size).toBe(rows.length);
    }),
  );
});

test('no hits give no increments', () => {
  expect(planned([])).toEqual([]);
});

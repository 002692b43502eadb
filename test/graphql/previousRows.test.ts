import { describe, expect, test } from '@jest/globals';
import { STAT_NAMES } from '../../src/engine/registry/statistics.ts';
import { graphql, graphqlData } from '../support/engine/asking.ts';
import { recordSmallSite } from '../support/engine/smallSite.ts';
import { asHolder, newLink } from '../support/links.ts';
import { changeWebsite } from '../support/rest.ts';
import type { TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';

const server = sharedServer({}, async (started) => {
  await recordSmallSite(started);
  await changeWebsite(started, 1, { privacy: 0 });
});

function as(key: string | null): TestServer {
  const one = server();
  return { ...one, call: (where, init = {}) => one.call(where, { ...init, key }) };
}

const hide = (hideBelow: number | null) => changeWebsite(server(), 1, { hide_below: hideBelow });

const ROWS = STAT_NAMES.map((name) => name.toUpperCase());
const BREAKDOWNS = ['COUNTRY', 'PAGE', 'EVENT', 'OS, PAGE', 'PAGE, CHANNEL'];
const DAYS = 'from: "2026-11-21", to: "2026-12-31", compareFrom: "2026-11-14", compareTo: "2026-11-20"';

interface Counted {
  value: string;
  count: number;
  previousCount?: number | null;
}
type Group = { values: { value: string }[]; visitors: number; previous?: { visitors: number } | null };
type Panels = Record<string, { nodes: (Counted | Group)[] }>;

const NAMES = [...ROWS, ...BREAKDOWNS.map((_, index) => `b${index}`)];

/** Selects a statistic or breakdown, with further fields of its rows. */
const selected = (name: string, further: boolean, search: string) =>
  ROWS.includes(name)
    ? `${name}: stats(name: ${name}, first: 20 ${search}) {
        nodes { value count ${further ? 'previousCount' : ''} } }`
    : `${name}: breakdown(by: [${BREAKDOWNS[Number(name.slice(1))]}], first: 20 ${search}) {
        nodes { values { value } visitors ${further ? 'previous { visitors }' : ''} } }`;

/** Reads the rows of a period, and those that the same viewer sees of the compared one. */
async function both(
  viewer: TestServer,
  names: readonly string[],
  search: string,
): Promise<{ now: Panels; before: Panels }> {
  const text = search && `, search: "${search}"`;
  const { website } = await graphqlData<{ website: { period: Panels & { previous: Panels } } }>(
    viewer,
    `{ website(id: "1") { period(${DAYS}) {
      ${names.map((name) => selected(name, true, text)).join('\n')}
      previous { ${names.map((name) => selected(name, false, '')).join('\n')} } } } }`,
  );
  return { now: website.period, before: website.period.previous };
}

/** What the rows of the compared period say about a value: null if they may hide it. */
function said(before: readonly (Counted | Group)[], one: Counted | Group): number | null {
  const keyOf = (row: Counted | Group) =>
    'value' in row ? row.value : JSON.stringify(row.values.map(({ value }) => value));
  const countOf = (row: Counted | Group) => ('value' in row ? row.count : row.visitors);
  const found = before.find((row) => keyOf(row) === keyOf(one));
  if (found) return countOf(found);
  const isFew = (row: Counted | Group) => keyOf(row).includes('(few)');
  return before.some(isFew) && !isFew(one) ? null : 0;
}

/** Compares all rows. @returns what they say, without repetitions. */
async function holds(viewer: TestServer, search = ''): Promise<Set<number | null>> {
  const all = new Set<number | null>();
  // A viewer without an account may not ask for so much at once.
  for (const names of [NAMES.slice(0, 15), NAMES.slice(15)]) {
    const { now, before } = await both(viewer, names, search);
    for (const name of names) {
      for (const row of now[name]?.nodes ?? []) {
        const isByDay = ['VISITORS', 'VISITS', 'PAGEVIEWS'].includes(name);
        const expected = isByDay ? null : said(before[name]?.nodes ?? [], row);
        const found = 'value' in row ? row.previousCount : (row.previous?.visitors ?? null);
        expect([name, row, found]).toEqual([name, row, expected]);
        all.add(expected);
      }
    }
  }
  return all;
}

describe('a row says what the compared period says about its value', () => {
  test.each(['', 'a'])('to the account, with the search "%s"', async (search) => {
    await hide(2);
    expect([...(await holds(server(), search))]).toEqual(expect.arrayContaining([0, 1]));
  });

  test.each([2, 3, 1_000])('to others, if counts below %i are hidden', async (least) => {
    await hide(least);
    expect([...(await holds(as(null)))]).toContain(null);
    await holds(as(null), 'a');
  });

  test('to holders of a link that is limited to a segment, with and without hidden counts', async () => {
    const { createSegment } = await graphqlData<{ createSegment: { segment: { id: string } } }>(
      server(),
      `mutation { createSegment(input: { websiteId: "1", name: "Desktop",
        filter: { device: { in: ["desktop"] } } }) {
        ... on CreateSegmentSuccess { segment { id } } } }`,
    );
    const link = await newLink(server(), { segmentId: createSegment.segment.id });
    for (const least of [null, 2]) {
      await hide(least);
      await holds(asHolder(server(), link));
    }
  });
});

const FIELDS =
  'stats(name: COUNTRY) { nodes { previousCount(elapsed: true) } } ' +
  'breakdown(by: [COUNTRY]) { nodes { previous(elapsed: true) { visitors visits bounceRate } } }';

/** Reads what the rows of a period say about the compared one. */
async function previousOf(viewer: TestServer, args: string) {
  const { data, errors } = await graphql<{
    website: {
      period: {
        stats: { nodes: { previousCount: number | null }[] };
        breakdown: { nodes: { previous: object | null }[] };
      };
    };
  }>(viewer, `{ website(id: "1") { period(${args}) { ${FIELDS} } } }`);
  expect(errors).toBeUndefined();
  const { stats, breakdown } = data.website.period;
  return [stats.nodes.map((row) => row.previousCount), breakdown.nodes.map((row) => row.previous)];
}

const DECEMBER = 'from: "2026-12-01", to: "2026-12-01"';

describe('a row says nothing', () => {
  test.each([
    ['if nothing is compared', `${DECEMBER}, compare: NONE`],
    ['about days before the first hit', `${DECEMBER}, compareFrom: "2025-11-01", compareTo: "2025-11-19"`],
  ])('%s', async (_, args) => {
    await hide(null);
    expect(await previousOf(server(), args)).toEqual([[null], [null]]);
  });

  test('about a part of a day to viewers from whom counts are hidden', async () => {
    server().setTime(Date.parse('2026-12-01T12:00:00Z'));
    await hide(2);
    const args = `from: "2026-11-20", to: "2026-12-01"`;
    const [counts, groups] = await previousOf(as(null), args);
    expect(new Set([...(counts ?? []), ...(groups ?? [])])).toEqual(new Set([null]));
    const [own] = await previousOf(server(), args);
    expect(own).toContain(1);
  });

  test('outside of a period', async () => {
    const query = `{ website(id: "1") { stats(name: COUNTRY, from: "2026-11-20", to: "2026-11-21") {
      nodes { previousCount } } } }`;
    const { website } = await graphqlData<{ website: { stats: { nodes: object[] } } }>(server(), query);
    expect(new Set(website.stats.nodes.map((row) => JSON.stringify(row)))).toEqual(
      new Set(['{"previousCount":null}']),
    );
  });
});

test('values that did not occur in recorded days have zeros, and no rates', async () => {
  await hide(null);
  const args = `${DECEMBER}, compareFrom: "2025-12-01", compareTo: "2025-12-31"`;
  expect(await previousOf(server(), args)).toEqual([[0], [{ visitors: 0, visits: 0, bounceRate: null }]]);
});

import { describe, expect, test } from '@jest/globals';
import { STAT_NAMES } from '../../src/engine/registry/statistics.ts';
import { NO_DIMENSIONS, PLAIN_DIMENSIONS } from '../support/dimensions.ts';
import { graphql, graphqlData } from '../support/engine/asking.ts';
import { record } from '../support/engine/traffic.ts';
import { BEHAVIOUR, everyField, SHOWN_BEHAVIOUR } from '../support/everyField.ts';
import { asHolder, newLink } from '../support/links.ts';
import { newKey, newWebsite, rest } from '../support/rest.ts';
import type { TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';

const DAY = 'from: "2026-11-20", to: "2026-11-20"';
const RANGE = 'from=2026-11-20&to=2026-11-20';

/**
 * The hits of one visitor for each visit, as path and event. The segment selects paths below /blog and the
 * event `Read`; the websites differ only in the other hits.
 */
const visitsOf = (secret: string): [path: string, event?: string][][] => [
  [[`/secret/${secret}`], ['/blog/a'], [`/secret/${secret}`]],
  [['/blog/a'], ['/blog/a', 'Scroll'], [`/${secret}`]],
  [[`/${secret}`, `Secret ${secret}`], ['/shop', 'Read'], ['/blog/b']],
  [['/blog/b'], ['/blog/a']],
  [[`/secret/${secret}`]],
];
const SECRETS = ['alpha', 'omega'];

const holders: { key: string; link: { token: string }; id: number; trackingId: string }[] = [];

const server = sharedServer({}, async (started) => {
  for (const secret of SECRETS) {
    const { id, tracking_id: trackingId } = await newWebsite(started, { url: `https://${secret}.test` });
    const hits = visitsOf(secret).flatMap((visit, visitor) =>
      visit.map(([path, event], minute) => ({
        websiteId: id,
        visitor: BigInt(visitor + 1),
        path,
        dimensions: NO_DIMENSIONS,
        at: Date.UTC(2026, 10, 20, 9, minute),
        day: 20261120,
        hour: 9,
        event: event === undefined ? null : { name: event, value: null, unit: null },
      })),
    );
    await record(started, hits);
    const { createSegment } = await graphqlData<{ createSegment: { segment: { databaseId: number } } }>(
      started,
      `mutation ($input: CreateSegmentInput!) { createSegment(input: $input) {
        ... on CreateSegmentSuccess { segment { databaseId } } } }`,
      {
        input: {
          websiteId: String(id),
          name: 'Blog',
          filter: { or: [{ page: { startsWith: '/blog' } }, { event: { in: ['Read'] } }] },
        },
      },
    );
    const { databaseId } = createSegment.segment;
    const { key } = await newKey(started, { website_id: id, segment_id: databaseId });
    const link = await newLink(started, { websiteId: String(id), segmentId: String(databaseId) });
    holders.push({ key, link, id, trackingId });
  }
});

/** The server as the holder of a key that is limited to the segment of a website. */
function asKey(index: number): TestServer {
  const one = server();
  return { ...one, call: (where, init = {}) => one.call(where, { ...init, key: holders[index]?.key ?? '' }) };
}

const FIELDS = 'visitors visits pageviews events bounces viewsPerVisit';
const FILTERS: object[] = [
  ...['alpha', '/o'].flatMap((text) => {
    const parts = [{ page: { contains: text } }, { event: { contains: text } }];
    const ofVisits = [{ landingPage: { contains: text } }, { exitPage: { startsWith: text } }];
    return [
      ...parts.flatMap((part) => [part, { not: part }, { visited: part }, { not: { visited: part } }]),
      ...ofVisits.flatMap((part) => [part, { not: part }, { or: [part, { visited: parts[0] }] }]),
      { visited: { or: [{ not: parts[0] }, { and: parts }] } },
      { and: [{ visited: { page: { notContains: text } } }, { not: { visited: { not: parts[0] } } }] },
    ];
  }),
  { visited: { page: { in: ['/blog/b'] } } },
  { visited: { event: { in: ['Read'] } } },
  { visited: {} },
  { landingPage: { in: ['/blog/a'] } },
  { exitPage: { notIn: ['/blog/b'] } },
];

const otherThan = (name: string) => (name === 'LANDING_PAGE' ? 'EXIT_PAGE' : 'LANDING_PAGE');

/** Everything that the holder of a key or link reads over GraphQL, as text. */
async function readAll(index: number, from: TestServer): Promise<string> {
  const { trackingId } = holders[index] as (typeof holders)[number];
  const every = everyField(
    'Period',
    {
      ...SHOWN_BEHAVIOUR,
      ...{ 'Period.stats': 'name: PAGE', 'Period.panel': 'name: LANDING_PAGE' },
      'Period.breakdown': 'by: [PAGE]',
    },
    ['Website'],
  );
  const behaviour = everyField(
    'Period',
    { ...BEHAVIOUR, 'Period.stats': null, 'Period.panel': null, 'Period.breakdown': null },
    ['Website', 'Series', 'Period'],
  );
  const breakdowns = PLAIN_DIMENSIONS.map((name) => name.toUpperCase()).flatMap((name) => [
    `${name}: breakdown(by: [${name}]) { totalCount nodes { values { value } ${FIELDS} } }`,
    `${name}_FOUND: breakdown(by: [${name}, ${otherThan(name)}], search: "alpha") { totalCount }`,
  ]);
  const parts: unknown[] = [];
  for (const fields of [every, behaviour, ...breakdowns]) {
    const query = `{ website(trackingId: "${trackingId}") { period(${DAY}) { ${fields} } } }`;
    parts.push(await graphqlData(from, query));
  }
  const filtered = `query ($filter: FilterInput, $id: String!) { website(trackingId: $id) {
    period(${DAY}, filter: $filter) { ${FIELDS}
      exit: breakdown(by: [EXIT_PAGE]) { nodes { values { value } ${FIELDS} } }
      page: breakdown(by: [PAGE, EVENT]) { nodes { values { value } ${FIELDS} } } } } }`;
  for (const filter of FILTERS) {
    const { data, errors } = await graphql(from, filtered, { filter, id: trackingId });
    parts.push([filter, data, errors?.map(({ message }) => message)]);
  }
  return JSON.stringify(parts, null, 1);
}

describe('hits outside of the segment of a limited viewer', () => {
  test('change nothing that an API key reads over GraphQL', async () => {
    const [alpha, omega] = [await readAll(0, asKey(0)), await readAll(1, asKey(1))];
    expect(alpha).toBe(omega);
    expect(alpha).toContain('/blog/b');
  });

  test('change nothing that a shared link reads', async () => {
    const [alpha, omega] = await Promise.all(
      holders.map(({ link }, index) => readAll(index, asHolder(server(), link))),
    );
    expect(alpha).toBe(omega);
    expect(alpha).toContain('/blog/b');
  });

  test('change nothing that an API key reads over REST', async () => {
    const filters = [
      { visited: { page: { contains: 'alpha' } } },
      { not: { visited: { event: { contains: 'alpha' } } } },
      { landing_page: { contains: 'alpha' } },
      { exit_page: { not_contains: 'alpha' } },
    ].map((filter) => `&filter=${encodeURIComponent(JSON.stringify(filter))}`);
    for (const filter of ['', '&search=alpha', ...filters])
      for (const path of [
        ...STAT_NAMES.map((name) => `stats/ID?name=${name}`),
        ...PLAIN_DIMENSIONS.map((name) => `breakdown/ID?by=${name}`),
        ...(filter.startsWith('&search') ? [] : ['metrics/ID?']),
      ]) {
        const answers = await Promise.all(
          holders.map(async ({ id }, index) => {
            const { body } = await rest(
              asKey(index),
              `/api/v1/${path.replace('ID', `${id}`)}&${RANGE}${filter}`,
            );
            return { path, filter, data: body.data, total: body.meta?.total };
          }),
        );
        expect(answers[0]).toEqual(answers[1]);
      }
  });

  test('are neither landing nor exit page; visits keep their other numbers', async () => {
    const rowsOf = async (by: string) => {
      const { body } = await rest(asKey(0), `/api/v1/breakdown/${holders[0]?.id}?by=${by}&${RANGE}`);
      return (body.data as unknown as Record<string, unknown>[]).map((row) => [row[by], row.visits]);
    };
    expect(await rowsOf('landing_page')).toEqual([
      ['', 2],
      ['/blog/a', 1],
      ['/blog/b', 1],
    ]);
    expect(await rowsOf('exit_page')).toEqual([
      ['', 2],
      ['/blog/a', 1],
      ['/blog/b', 1],
    ]);
    const counts = async (filter: object) => {
      const { data } = await graphql<{ website: { period: Record<string, number> } }>(
        asKey(0),
        `query ($filter: FilterInput) { website(id: "${holders[0]?.id}") {
          period(${DAY}, filter: $filter) { visits pageviews events } } }`,
        { filter },
      );
      return Object.values(data.website.period);
    };
    expect(await counts({})).toEqual([4, 5, 2]);
    expect(await counts({ visited: { page: { in: ['/blog/b'] } } })).toEqual([2, 3, 1]);
    expect(await counts({ visited: { page: { startsWith: '/secret' } } })).toEqual([0, 0, 0]);
    expect(await counts({ not: { visited: { page: { startsWith: '/secret' } } } })).toEqual([4, 5, 2]);
  });
});

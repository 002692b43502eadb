import { describe, expect, test } from '@jest/globals';
import { STAT_NAMES } from '../../src/engine/registry/statistics.ts';
import { PLAIN_DIMENSIONS } from '../support/dimensions.ts';
import { graphql, graphqlData, METRIC_FIELDS } from '../support/engine/asking.ts';
import { recordSmallSite, SMALL_PERIOD } from '../support/engine/smallSite.ts';
import { BEHAVIOUR, everyField, numbersIn } from '../support/everyField.ts';
import { changeWebsite, newKey, newWebsite, rest } from '../support/rest.ts';
import type { TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';
import { sendHit } from '../support/track.ts';
import { addImport } from '../support/transfer/importRow.ts';

const CREATE = `mutation ($filter: FilterInput!, $name: String!) {
  createSegment(input: { websiteId: "1", name: $name, filter: $filter }) {
    ... on CreateSegmentSuccess { segment { databaseId } } } }`;

async function newSegment(server: TestServer, name: string, filter: object): Promise<number> {
  const data = await graphqlData<{ createSegment: { segment: { databaseId: number } } }>(server, CREATE, {
    name,
    filter,
  });
  return data.createSegment.segment.databaseId;
}

const keys: Record<'nothing' | 'germany', string> = { nothing: '', germany: '' };
const segments = { nothing: 0, germany: 0 };

const server = sharedServer({}, async (started) => {
  await recordSmallSite(started);
  await newWebsite(started, { url: 'https://public.test', privacy: '0' });
  await sendHit(started, { page: 'https://elsewhere.test/', website: await trackingId(started) });
  await addImport(started);
  segments.nothing = await newSegment(started, 'Nothing', { browser: { in: ['none'] } });
  segments.germany = await newSegment(started, 'Germany', { country: { in: ['DE'] } });
  for (const name of ['nothing', 'germany'] as const) {
    const { key } = await newKey(started, { website_id: 1, segment_id: segments[name] });
    keys[name] = key;
  }
});

async function trackingId(started: TestServer): Promise<string> {
  const { body } = await rest(started, '/api/v1/websites/1');
  return body.data.tracking_id;
}

/** The server as the holder of a limited key sees it. */
const as = (name: keyof typeof keys): TestServer => {
  const one = server();
  return { ...one, call: (where, init = {}) => one.call(where, { ...init, key: keys[name] }) };
};

const DAYS = `from: "${SMALL_PERIOD.from}", to: "${SMALL_PERIOD.to}"`;
/** Days with hits, with hits in as many days before them. */
const COMPARED = 'from: "2026-11-21", to: "2026-12-31"';
const ARGUMENTS = {
  ...BEHAVIOUR,
  'Account.period': COMPARED,
  'Website.period': COMPARED,
  'Website.stats': `name: COUNTRY, ${DAYS}`,
  'Website.dropped': DAYS,
  'Website.spamDomains': DAYS,
  'Website.annotations': DAYS,
  'Website.events': DAYS,
  'Website.pageProperties': DAYS,
  'Period.stats': 'name: COUNTRY',
  'Period.panel': 'name: COUNTRY',
  'Period.breakdown': 'by: [COUNTRY]',
};
/** Numbers that do not count hits, and live numbers, which are null (test/live/visibility). */
const OTHERS = /\.(databaseId|hour|websites|dailyLimit)$|\.live\./;

describe('a key that is limited to a segment without hits reads only zeros', () => {
  test('in every field of GraphQL', async () => {
    const query = `{ website(id: "1") { ${everyField('Website', ARGUMENTS, ['Account'])} }
      viewer { ${everyField('Account', ARGUMENTS, ['Website', 'Session', 'Team'])} } }`;
    const all = numbersIn((await graphql(server(), query)).data);
    const { data, errors } = await graphql(as('nothing'), query);
    const codes = new Set(errors?.map(({ extensions }) => extensions.code));
    expect([...codes]).toEqual(['FORBIDDEN']);
    const limited = numbersIn(data);
    const counts = [...all.keys()].filter((path) => !OTHERS.test(path));
    // The test would prove nothing about a number that is always zero.
    expect(counts.filter((path) => all.get(path)?.every((count) => count === 0))).toEqual([]);
    expect(counts.length).toBeGreaterThan(80);
    const leaks = [...limited].filter(([path, found]) => !OTHERS.test(path) && found.some((n) => n !== 0));
    expect(leaks).toEqual([]);
  });

  test('in every statistic, series and breakdown, over REST and GraphQL', async () => {
    const range = new URLSearchParams({ ...SMALL_PERIOD, compare: 'year_ago' });
    const paths = [
      ...STAT_NAMES.map((name) => `stats/1?name=${name}&${range}`),
      ...PLAIN_DIMENSIONS.map((name) => `breakdown/1?by=${name}&${range}`),
    ];
    for (const path of paths) {
      const { status, body } = await rest(as('nothing'), `/api/v1/${path}`);
      expect([path, status, body.data, body.meta.total]).toEqual([path, 200, [], 0]);
      const { body: whole } = await rest(server(), `/api/v1/${path}`);
      expect([path, whole.meta.total]).not.toEqual([path, 0]);
    }
    const { body } = await rest<Record<string, number>>(as('nothing'), `/api/v1/metrics/1?${range}`);
    const { data, previous } = body as unknown as Record<'data' | 'previous', Record<string, number>>;
    for (const metrics of [data, previous])
      expect(Object.values(metrics).filter((count) => count)).toEqual([]);
    for (const by of ['DAY', 'WEEK', 'MONTH', 'HOUR_OF_DAY']) {
      const points = `series(by: ${by}) { points { ${METRIC_FIELDS} } }`;
      const numbers = numbersIn(
        await graphqlData(as('nothing'), `{ website(id: "1") { period(${DAYS}) { ${points} } } }`),
      );
      expect([...numbers.values()].flat().filter((count) => count !== 0)).toEqual([]);
    }
  });
});

describe('a key that is limited to a segment', () => {
  const METRICS = `{ website(id: "1") { period(${DAYS}) { ${METRIC_FIELDS} } } }`;
  const period = async (from: TestServer, args: string, variables: object = {}) => {
    const query = `query ($segment: ID) { website(id: "1") { period(${DAYS} ${args}, segment: $segment) {
      visitors visits pageviews events bounces } } }`;
    const { data, errors } = await graphql<{ website: { period: Record<string, number> } | null }>(
      ...([from, query, variables] as const),
    );
    return errors ? errors[0]?.message : Object.values(data.website?.period ?? {});
  };

  test('reads what others read under the filter of the segment', async () => {
    const filter = encodeURIComponent('{"country":{"in":["DE"]}}');
    const range = new URLSearchParams(SMALL_PERIOD);
    for (const path of [`stats/1?name=page&${range}`, `metrics/1?${range}`, `breakdown/1?by=os&${range}`]) {
      const { body } = await rest(as('germany'), `/api/v1/${path}`);
      const { body: filtered } = await rest(server(), `/api/v1/${path}&filter=${filter}`);
      expect(body.data).toEqual(filtered.data);
      const { body: all } = await rest(server(), `/api/v1/${path}`);
      expect(body.data).not.toEqual(all.data);
    }
    expect(await period(as('germany'), '')).toEqual([3, 4, 6, 1, 2]);
    expect(await graphqlData(as('germany'), METRICS)).toMatchObject({ website: { period: { visits: 4 } } });
  });

  test('narrows it with a filter, and cannot widen it', async () => {
    expect(await period(as('germany'), 'filter: { device: { in: ["mobile"] } }')).toEqual([1, 1, 2, 0, 0]);
    expect(await period(as('germany'), 'filter: { or: [{}, { country: { in: ["FR"] } }] }')).toEqual([
      ...[3, 4, 6, 1, 2],
    ]);
    expect(await period(as('germany'), 'filter: { country: { in: ["FR"] } }')).toEqual([0, 0, 0, 0, 0]);
    expect(await period(as('germany'), '', { segment: String(segments.germany) })).toEqual([3, 4, 6, 1, 2]);
    expect(await period(as('germany'), '', { segment: String(segments.nothing) })).toBe(
      'The given data was invalid.',
    );
  });

  test('pays for each number as for one under a filter', async () => {
    const costOf = async (from: TestServer, query: string) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
      const response = await from.call('/graphql', { ...init, body: JSON.stringify({ query }) });
      return (await response.json()).extensions.cost.requested;
    };
    for (const field of [
      `period(${DAYS}ARG) { stats(name: PAGE) { sum } }`,
      `period(${DAYS}ARG) { visits }`,
    ]) {
      const query = (arg: string) => `{ website(id: "1") { ${field.replace('ARG', arg)} } }`;
      const filtered = await costOf(server(), query(', filter: { page: { in: ["/"] } }'));
      expect(await costOf(server(), query(''))).toBeLessThan(filtered);
      expect(await costOf(as('germany'), query(''))).toBe(filtered);
      expect(await costOf(server(), query(`, segment: "${segments.germany}"`))).toBe(filtered);
    }
    const stats = `{ website(id: "1") { stats(name: PAGE, ${DAYS}) { sum } } }`;
    expect(await costOf(as('germany'), stats)).toBeGreaterThan(200 + 2 * 61);
  });

  test('stays limited if the statistics are public', async () => {
    await changeWebsite(server(), 1, { privacy: 0 });
    expect(await period(as('germany'), '')).toEqual([3, 4, 6, 1, 2]);
    await changeWebsite(server(), 1, { privacy: 1 });
  });

  test('reads public statistics of other websites like everyone', async () => {
    const tracking = (await rest(server(), '/api/v1/websites/2')).body.data.tracking_id;
    await sendHit(server(), { page: 'https://public.test/', website: tracking });
    const query = `{ website(trackingId: "${tracking}") { period(name: TODAY) { pageviews } } }`;
    expect(await graphqlData(as('nothing'), query)).toEqual({ website: { period: { pageviews: 1 } } });
  });

  test('sees no other segment, no dropped hits, and cannot change anything', async () => {
    const query = `{ website(id: "1") { segments { name } dropped(${DAYS}) { count } settings: excludeBots }
      node(id: "${Buffer.from(`Segment:${segments.nothing}`).toString('base64')}") { id } }`;
    expect(await graphqlData(as('germany'), query)).toEqual({
      website: { segments: [{ name: 'Germany' }], dropped: null, settings: true },
      node: null,
    });
    const changes = [
      `updateSegment(input: { id: "${segments.germany}", name: "wider" }) { __typename }`,
      'updateWebsite(input: { id: "1", privacy: PUBLIC }) { __typename }',
      'createApiKey(input: { name: "wider", websiteId: "1" }) { __typename }',
    ];
    for (const change of changes) {
      const { errors } = await graphql(as('germany'), `mutation { ${change} }`);
      expect([change, errors?.[0]?.extensions.code]).toEqual([change, 'FORBIDDEN']);
    }
  });
});

describe('createApiKey with a segment', () => {
  const MUTATION = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) {
    ... on UserErrors { errors { path message } }
    ... on CreateApiKeySuccess { created { apiKey { scopes website { domain } segment { name } } } } } }`;
  const create = async (input: object, as = server()) =>
    (
      await graphqlData<{ createApiKey: object }>(as, MUTATION, {
        input: { name: 'limited', ...input },
      })
    ).createApiKey;

  test('leaves out the scope to change the website', async () => {
    expect(await create({ websiteId: '1', segmentId: String(segments.germany) })).toEqual({
      created: {
        apiKey: {
          scopes: ['WEBSITES_READ', 'STATS_READ'],
          website: { domain: 'small.test' },
          segment: { name: 'Germany' },
        },
      },
    });
  });

  const NO_SEGMENT = [
    { path: ['input', 'segmentId'], message: 'Must be the id of a segment of the website.' },
  ];

  test.each([
    ['of another website', () => ({ websiteId: '2', segmentId: String(segments.germany) }), NO_SEGMENT],
    ['that does not exist', () => ({ websiteId: '1', segmentId: '99' }), NO_SEGMENT],
    ['with an unreadable id', () => ({ websiteId: '1', segmentId: 'x' }), NO_SEGMENT],
    ['with an empty id', () => ({ websiteId: '1', segmentId: '' }), NO_SEGMENT],
    [
      'without the website',
      () => ({ segmentId: String(segments.germany) }),
      [
        {
          path: ['input', 'websiteId'],
          message: 'Is required for an API key that is limited to a segment.',
        },
      ],
    ],
    [
      'and the scope to change the website',
      () => ({ websiteId: '1', segmentId: String(segments.germany), scopes: ['WEBSITES_WRITE'] }),
      [
        {
          path: ['input', 'scopes'],
          message: 'Must not contain websites:write for an API key that is limited to a segment.',
        },
      ],
    ],
  ])('rejects a segment %s', async (_, input, errors) => {
    expect(await create(input())).toEqual({ errors });
  });

  test('does not tell whether a segment belongs to a website of another team', async () => {
    const { key } = await server().newAccount('other@example.com');
    const { call } = server();
    const other: TestServer = { ...server(), call: (where, init = {}) => call(where, { ...init, key }) };
    const errors = [{ path: ['input', 'websiteId'], message: 'Must be the id of a website of the team.' }];
    for (const segmentId of [String(segments.germany), '99'])
      expect(await create({ websiteId: '1', segmentId }, other)).toEqual({ errors });
  });
});

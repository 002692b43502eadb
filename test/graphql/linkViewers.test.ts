import { describe, expect, test } from '@jest/globals';
import { FILTER_DIMENSIONS } from '../../src/engine/registry/dimensions.ts';
import { graphql, graphqlData, METRIC_FIELDS } from '../support/engine/asking.ts';
import { recordSmallSite, SMALL_PERIOD } from '../support/engine/smallSite.ts';
import { everyField, numbersIn, SHOWN_BEHAVIOUR } from '../support/everyField.ts';
import { asHolder, newLink, unlock } from '../support/links.ts';
import { changeWebsite, newWebsite } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';

const DAYS = `from: "${SMALL_PERIOD.from}", to: "${SMALL_PERIOD.to}"`;
const HOUR_MS = 3_600_000;
const PASSWORD = 'tall green kettle';
/** Ids by position: the website of the links, a public and a private one. */
const websites: { tracking_id: string }[] = [];

const server = sharedServer({}, async (started) => {
  await recordSmallSite(started);
  const { body } = await started
    .call('/api/v1/websites/1')
    .then(async (response) => ({ body: (await response.json()) as { data: { tracking_id: string } } }));
  websites.push(body.data);
  websites.push(await newWebsite(started, { url: 'https://public.test', privacy: '0' }));
  websites.push(await newWebsite(started, { url: 'https://private.test' }));
});

const trackingId = (index = 0) => websites[index]?.tracking_id ?? '';

async function newSegment(name: string, filter: object): Promise<string> {
  const { createSegment } = await graphqlData<{ createSegment: { segment: { id: string } } }>(
    server(),
    `mutation ($name: String!, $filter: FilterInput!) {
      createSegment(input: { websiteId: "1", name: $name, filter: $filter }) {
        ... on CreateSegmentSuccess { segment { id } } } }`,
    { name, filter },
  );
  return createSegment.segment.id;
}

interface Look {
  statisticsAccess: string;
  website: { domain: string; period: Record<string, number> } | null;
  sharedView: { segment: string | null; panels: string[] | null } | null;
}

const look = (from: TestServer, index = 0): Promise<Look> =>
  graphqlData(
    from,
    `query ($trackingId: String!) { statisticsAccess(trackingId: $trackingId)
      website(trackingId: $trackingId) { domain period(${DAYS}) { visits pageviews } }
      sharedView { segment panels } }`,
    { trackingId: trackingId(index) },
  );
const OPEN = { statisticsAccess: 'OPEN', website: { domain: 'small.test' } };
const NONE = { statisticsAccess: 'NONE', website: null, sharedView: null };
const LOCKED = { statisticsAccess: 'PASSWORD', website: null, sharedView: null };

const statusOf = async (token: string, index = 0) =>
  (await server().call(`/s/${trackingId(index)}/${token}`, { key: null })).status;

describe('the holder of a shared link', () => {
  test('sees the statistics of a private website, and no other website, public ones included', async () => {
    const link = await newLink(server());
    const holder = asHolder(server(), link);
    expect(await look(holder)).toMatchObject({ ...OPEN, sharedView: { segment: null, panels: null } });
    expect(await statusOf(link.token)).toBe(200);
    for (const index of [1, 2]) {
      expect(await look(holder, index)).toMatchObject({ statisticsAccess: 'NONE', website: null });
      expect(await statusOf(link.token, index)).toBe(404);
    }
    const id = (text: string) => Buffer.from(text).toString('base64');
    const query = `{ viewer { email } node(id: "${id('Website:2')}") { id }
      mine: node(id: "${id('Website:1')}") { ... on Website { domain segments { name } sharedLinks { url }
        dropped(${DAYS}) { count } excludeIps } }
      link: node(id: "${link.id}") { id } needsOwner }`;
    expect(await graphqlData(holder, query)).toEqual({
      viewer: null,
      node: null,
      link: null,
      needsOwner: false,
      mine: { domain: 'small.test', segments: null, sharedLinks: null, dropped: null, excludeIps: null },
    });
    const { errors } = await graphql(holder, '{ websites { totalCount } }');
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
  });

  test('cannot use the link for REST or changes, nor together with an API key', async () => {
    const link = await newLink(server());
    const holder = asHolder(server(), link);
    for (const path of ['websites', 'websites/1', `stats/1?name=page&from=2026-11-01&to=2026-11-02`])
      expect([path, (await holder.call(`/api/v1/${path}`)).status]).toEqual([path, 401]);
    const input = `input: { id: "1", privacy: PUBLIC }`;
    const { errors } = await graphql(holder, `mutation { updateWebsite(${input}) { __typename } }`);
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    const both = await server().call('/graphql?query={__typename}', {
      headers: { 'footfall-link': link.token },
    });
    const message = 'A request must have either Authorization or Footfall-Link; got both.';
    expect([both.status, await both.json()]).toEqual([
      400,
      { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] },
    ]);
  });

  test('sees nothing once it has expired, as with a link that never existed', async () => {
    const link = await newLink(server(), { expiresAt: '2026-11-21T13:00:00Z' });
    server().setTime(NOON + HOUR_MS - 1);
    expect(await look(asHolder(server(), link))).toMatchObject(OPEN);
    server().setTime(NOON + HOUR_MS);
    for (const token of [link.token, 'x', 'A'.repeat(32), link.token.slice(1)]) {
      expect(await look(asHolder(server(), { token }))).toEqual(NONE);
      // Of a public website, too: the page of a link does not turn into another page.
      expect(await look(asHolder(server(), { token }), 1)).toEqual(NONE);
      expect(await statusOf(token)).toBe(404);
    }
    server().setTime(NOON);
  });

  test('sees nothing as soon as it is deleted', async () => {
    const link = await newLink(server());
    const holder = asHolder(server(), link);
    expect(await look(holder)).toMatchObject(OPEN);
    await graphqlData(server(), `mutation { deleteSharedLink(input: { id: "${link.id}" }) { __typename } }`);
    expect(await look(holder)).toEqual(NONE);
    expect(await statusOf(link.token)).toBe(404);
  });

  test('gets the same page for a link that does not work as for a website that does not exist', async () => {
    const pages = await Promise.all(
      [`${trackingId(2)}/${'A'.repeat(32)}`, 'nothing'].map(async (path) => {
        const page = await server().call(`/s/${path}?embed=1`, { key: null });
        // The page contains its first request, which has the id of the address.
        const html = (await page.text()).replaceAll(path.split('/')[0] ?? '', 'ID');
        return [page.status, html, page.headers.get('content-security-policy')];
      }),
    );
    expect(pages[0]).toEqual(pages[1]);
  });

  test('may embed the page in other websites', async () => {
    const link = await newLink(server(), { password: PASSWORD });
    const policyOf = async (query: string) => {
      const page = await server().call(`/s/${trackingId()}/${link.token}${query}`, { key: null });
      return page.headers.get('content-security-policy')?.match(/frame-ancestors (.+)$/)?.[1];
    };
    expect([await policyOf('?embed=1'), await policyOf('')]).toEqual(['*', "'none'"]);
  });
});

describe('a link with a password', () => {
  test('shows nothing until the password is given, and then for 24 hours', async () => {
    const link = await newLink(server(), { password: PASSWORD });
    expect(await look(asHolder(server(), link))).toEqual(LOCKED);
    expect(await look(asHolder(server(), link), 2)).toEqual(NONE);
    const wrong = await unlock(server(), link, 'guess');
    expect(wrong).toEqual({ errors: [{ path: ['input', 'password'], message: 'The password is wrong.' }] });
    const { unlocked } = await unlock(server(), link, PASSWORD);
    expect(unlocked?.expiresAt).toBe('2026-11-22T12:00:00.000Z');
    const { grant = '' } = unlocked ?? {};
    const holder = asHolder(server(), link, grant);
    expect(await look(holder)).toMatchObject(OPEN);
    server().setTime(NOON + 24 * HOUR_MS);
    expect(await look(holder)).toEqual(LOCKED);
    server().setTime(NOON);
    const [until = '', signature] = grant.split('.');
    for (const forged of [`${Number(until) + 1}.${signature}`, `${until}.${'0'.repeat(64)}`, 'nonsense'])
      expect(await look(asHolder(server(), link, forged))).toEqual(LOCKED);
    const other = await newLink(server(), { password: PASSWORD });
    expect(await look(asHolder(server(), other, grant))).toEqual(LOCKED);
  });

  test('asks again after its password was changed', async () => {
    const link = await newLink(server(), { password: PASSWORD });
    const { grant = '' } = (await unlock(server(), link, PASSWORD)).unlocked ?? {};
    const change = (password: string | null) =>
      graphqlData(
        server(),
        `mutation ($password: String) {
          updateSharedLink(input: { id: "${link.id}", password: $password }) { __typename } }`,
        { password },
      );
    await change('small red kettle');
    expect(await look(asHolder(server(), link, grant))).toEqual(LOCKED);
    await change(null);
    expect(await look(asHolder(server(), link))).toMatchObject(OPEN);
  });

  test('checks at most ten wrong passwords of an address', async () => {
    const link = await newLink(server(), { name: 'Guessed', password: PASSWORD });
    for (let count = 0; count < 10; count += 1) await unlock(server(), link, 'guess');
    await expect(unlock(server(), link, PASSWORD)).rejects.toThrow('TOO_MANY_REQUESTS');
    await server().deps.db.write(async () => undefined);
    const event = await server().deps.db.read.securityEvent.findFirst({ orderBy: { id: 'desc' } });
    expect(event).toMatchObject({ kind: 'page_locked_out', subject: 'small.test', detail: 'Guessed' });
  });

  test('is the only one that can be unlocked', async () => {
    const open = await newLink(server());
    for (const token of [open.token, 'A'.repeat(32), 'x'])
      expect(await unlock(server(), { token }, PASSWORD)).toEqual({
        errors: [{ path: ['input', 'token'], message: 'No shared link with a password has this token.' }],
      });
  });
});

const ARGUMENTS = {
  ...SHOWN_BEHAVIOUR,
  // All fields would cost more than viewers without a key may ask for; test/stats/behaviour asks for these.
  ...{ 'Period.series': 'by: MONTH', 'BreakdownRow.revenue': null, 'SeriesPoint.revenue': null },
  ...{ 'Website.goals': null, 'Website.funnels': null, 'Website.events': null },
  'Website.pageProperties': null,
  'Website.period': 'from: "2026-11-21", to: "2026-12-31"',
  'Website.stats': `name: COUNTRY, ${DAYS}`,
  'Website.dropped': DAYS,
  'Website.spamDomains': DAYS,
  'Website.annotations': DAYS,
  'Period.stats': 'name: COUNTRY',
  'Period.panel': 'name: COUNTRY',
  'Period.breakdown': 'by: [COUNTRY]',
};
/** Numbers that do not count hits. */
const OTHERS = /\.(databaseId|hour|dailyLimit)$|\.live\./;

describe('a link with a segment', () => {
  test('reads only zeros in every field of the schema if the segment selects no hit', async () => {
    const segmentId = await newSegment('Nothing', { browser: { in: ['none'] } });
    const holder = asHolder(server(), await newLink(server(), { segmentId, panels: ['COUNTRY'] }));
    const query = `{ website(id: "1") { ${everyField('Website', ARGUMENTS, ['Account'])} } }`;
    const all = numbersIn((await graphql(server(), query)).data);
    const counts = [...all.keys()].filter((path) => !OTHERS.test(path));
    expect(counts.filter((path) => all.get(path)?.every((count) => count === 0))).toEqual([]);
    expect(counts.length).toBeGreaterThan(70);
    const { data, errors } = await graphql<{ website: object }>(holder, query);
    expect(errors).toBeUndefined();
    const limited = numbersIn(data);
    expect(limited.size).toBeGreaterThan(30);
    expect([...limited].filter(([path, found]) => !OTHERS.test(path) && found.some(Boolean))).toEqual([]);
  });

  test('reads what the account reads under the segment, and cannot widen it', async () => {
    const segmentId = await newSegment('Germany', { country: { in: ['DE'] } });
    const holder = asHolder(server(), await newLink(server(), { segmentId }));
    const read = (from: TestServer, args = '') =>
      graphqlData(
        from,
        `{ website(id: "1") { period(${DAYS} ${args}) { ${METRIC_FIELDS}
        panel(name: PAGE) { sum nodes { value count } } } } }`,
      );
    const all = await read(server());
    const expected = await read(server(), `segment: "${segmentId}"`);
    expect(await read(holder)).toEqual(expected);
    expect(expected).not.toEqual(all);
    expect((await look(holder)).sharedView).toEqual({ segment: 'Germany', panels: null });
    expect(await read(holder, 'filter: { or: [{}, { country: { in: ["FR"] } }] }')).toEqual(expected);
    await expect(read(holder, `segment: "${segmentId}"`)).rejects.toThrow('The given data was invalid.');
  });

  test('pays for each number as for one under a filter', async () => {
    const segmentId = await newSegment('Costs', { country: { in: ['DE'] } });
    const costOf = async (from: TestServer) => {
      const query = `{ website(id: "1") { period(${DAYS}) { visits panel(name: PAGE) { sum } } } }`;
      const response = await from.call(`/graphql?${new URLSearchParams({ query })}`);
      return ((await response.json()) as { extensions: { cost: { requested: number } } }).extensions.cost
        .requested;
    };
    const unlimited = await costOf(asHolder(server(), await newLink(server())));
    expect(await costOf(asHolder(server(), await newLink(server(), { segmentId })))).toBeGreaterThan(
      unlimited + 400,
    );
  });

  test('hides small counts as a public page does, in statistics and breakdowns', async () => {
    const segmentId = await newSegment('Desktop', { device: { in: ['desktop'] } });
    const link = await newLink(server(), { segmentId });
    await changeWebsite(server(), 1, { hide_below: 2 });
    const read = (from: TestServer, args: string) =>
      graphqlData<{ website: { period: { panel: Page; stats: Page; breakdown: object } } }>(
        from,
        `{ website(id: "1") { period(${DAYS}${args}) {
          panel(name: PAGE) { sum totalCount nodes { value count } }
          stats(name: PAGE, search: "p") { sum totalCount nodes { value count } }
          breakdown(by: [COUNTRY]) { totalCount nodes { values { value } visitors } } } } }`,
      );
    interface Page {
      sum: number;
      totalCount: number;
      nodes: { value: string; count: number }[];
    }
    const all = (await read(server(), `, segment: "${segmentId}"`)).website.period;
    const seen = (await read(asHolder(server(), link), '')).website.period;
    const shown = all.panel.nodes.filter(({ count }) => count >= 2);
    const few = all.panel.sum - shown.reduce((sum, { count }) => sum + count, 0);
    expect([shown.length > 0, few > 0]).toEqual([true, true]);
    const nodes = [...shown, { value: '(few)', count: few }];
    expect(seen.panel).toEqual({ sum: all.panel.sum, totalCount: nodes.length, nodes });
    // A search for a hidden value returns nothing about it.
    const found = all.stats.nodes.filter(({ count }) => count >= 2);
    expect(seen.stats.nodes).toEqual(found);
    expect(seen.stats.sum).toBe(found.reduce((sum, { count }) => sum + count, 0));
    expect(seen.breakdown).toEqual({
      totalCount: 2,
      nodes: [
        { values: [{ value: 'DE' }], visitors: 2 },
        { values: [{ value: '(few)' }], visitors: 1 },
      ],
    });
    const { errors } = await graphql(
      asHolder(server(), link),
      `{ website(id: "1") { period(${DAYS}, filter: { page: { in: ["/"] } }) { visits } } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    await changeWebsite(server(), 1, { hide_below: null });
  });
});

describe('a link with a choice of panels', () => {
  const forbidden = async (from: TestServer, field: string) => {
    const { data, errors } = await graphql<{ website: object | null }>(
      from,
      `{ website(id: "1") { ${field} } }`,
    );
    return errors ? errors[0]?.extensions.code : data.website;
  };

  test('reads no value of any other panel: as a list, a group, a filter or a search', async () => {
    const holder = asHolder(server(), await newLink(server(), { panels: ['PAGE', 'COUNTRY'] }));
    for (const name of FILTER_DIMENSIONS) {
      const [upper, camel] = [name.toUpperCase(), name.replace(/_(.)/g, (_, letter) => letter.toUpperCase())];
      // The host of a page is a part of its address, and no statistic.
      const isShown = name === 'page' || name === 'country' || name === 'host';
      const condition = `{ ${camel}: { in: ["x"] } }`;
      const fields = [
        ...(name === 'host'
          ? []
          : [
              `stats(name: ${upper}, ${DAYS}) { sum }`,
              `period(${DAYS}) { stats(name: ${upper}, search: "a") { sum } }`,
            ]),
        `period(${DAYS}) { breakdown(by: [${upper}]) { totalCount } }`,
        `period(${DAYS}) { breakdown(by: [DAY, ${upper}]) { totalCount } }`,
        `period(${DAYS}) { breakdown(by: [${upper}, ${isShown ? 'WEEK' : 'PAGE'}]) { totalCount } }`,
        `period(${DAYS}, filter: ${condition}) { visits }`,
        `period(${DAYS}, filter: { or: [{ page: { in: ["/"] } }, { not: ${condition} }] }) { visits }`,
        ...(name === 'page' || name === 'event' || name === 'host'
          ? [`period(${DAYS}, filter: { visited: ${condition} }) { visits }`]
          : []),
      ];
      for (const field of fields)
        expect([field, await forbidden(holder, field)]).toEqual([
          field,
          isShown ? expect.any(Object) : 'FORBIDDEN',
        ]);
      if (name === 'host') continue;
      const panel = await forbidden(holder, `period(${DAYS}) { panel(name: ${upper}) { totalCount } }`);
      expect([name, panel]).toEqual([
        name,
        { period: { panel: isShown ? { totalCount: expect.any(Number) } : null } },
      ]);
    }
    const { errors } = await graphql(holder, `{ website(id: "1") { stats(name: CITY, ${DAYS}) { sum } } }`);
    expect(errors?.[0]?.message).toBe(
      'The shared link does not show CITY. It shows COUNTRY, PAGE, and totals.',
    );
    expect((await look(holder)).sharedView?.panels).toEqual(['COUNTRY', 'PAGE']);
  });

  test('shows totals and counts over time, even without any panel', async () => {
    const holder = asHolder(server(), await newLink(server(), { panels: [] }));
    const query = `{ website(id: "1") { recordedSince period(${DAYS}) { ${METRIC_FIELDS}
      previous { visits } series { points { visits } } stats(name: VISITORS) { sum }
      breakdown(by: [DAY]) { totalCount } } } }`;
    expect(await graphqlData(holder, query)).toEqual(await graphqlData(server(), query));
    expect(await forbidden(holder, `stats(name: PAGE, ${DAYS}) { sum }`)).toBe('FORBIDDEN');
    expect(await forbidden(holder, `period(${DAYS}) { breakdown(by: [HOST]) { totalCount } }`)).toBe(
      'FORBIDDEN',
    );
    expect(await forbidden(holder, `period(${DAYS}) { hosts }`)).toEqual({ period: { hosts: [] } });
    const panels = FILTER_DIMENSIONS.filter((name) => name !== 'host').map((name) => name.toUpperCase());
    const read = panels.map((name) => `${name}: panel(name: ${name}) { sum }`).join(' ');
    expect(await forbidden(holder, `period(${DAYS}) { ${read} }`)).toEqual({
      period: Object.fromEntries(panels.map((name) => [name, null])),
    });
  });

  test('shows goals and funnels as panels of their own, which are no statistics', async () => {
    const input = { websiteId: 1, name: 'Pricing', filter: { page: { in: ['/pricing'] } } };
    await graphqlData(
      server(),
      'mutation ($input: CreateGoalInput!) { createGoal(input: $input) { __typename } }',
      { input },
    );
    const goals = `{ website(id: "1") { period(${DAYS}) { goals { goal { name } } } } }`;
    const shownWith = async (panels: string[] | null) =>
      graphqlData(asHolder(server(), await newLink(server(), { panels })), goals);
    const all = { website: { period: { goals: [{ goal: { name: 'Pricing' } }] } } };
    const none = { website: { period: { goals: [] } } };
    expect(await shownWith(['GOALS'])).toEqual(all);
    // Links from before there were goals.
    expect(await shownWith(null)).toEqual(all);
    expect(await shownWith(['PAGE', 'FUNNELS'])).toEqual(none);

    const holder = asHolder(server(), await newLink(server(), { panels: ['FUNNELS', 'GOALS', 'PAGE'] }));
    expect((await look(holder)).sharedView?.panels).toEqual(['PAGE', 'GOALS', 'FUNNELS']);
    const { errors } = await graphql(
      holder,
      `{ website(id: "1") { period(${DAYS}) { panel(name: GOALS) { sum } } } }`,
    );
    const byGoal = `period(${DAYS}, filter: { visited: { goal: "1" } }) { visits }`;
    for (const [panels, isAllowed] of [
      [['GOALS'], true],
      [['PAGE'], true],
      [['COUNTRY', 'FUNNELS'], false],
    ] as const) {
      const limited = asHolder(server(), await newLink(server(), { panels }));
      const answer = await forbidden(limited, byGoal);
      expect([panels, answer]).toEqual([panels, isAllowed ? expect.any(Object) : 'FORBIDDEN']);
    }
    expect(errors?.[0]?.extensions.errors).toEqual({
      name: ['Must be a statistic. `GOALS` is none: read `Period.goals`.'],
    });
  });
});

test('a request with a link costs as many statements as one without', async () => {
  const statements: string[] = [];
  await using lone = await startTestServer({ onQuery: (sql) => statements.push(sql), alone: true });
  const { tracking_id: id } = await newWebsite(lone, { privacy: '0' });
  const link = await newLink(lone);
  const period = 'period(name: LAST_7_DAYS) { visits }';
  const query = `{ website(trackingId: "${id}") { ${period} } sharedView { segment } }`;
  const cost = async (from: TestServer) => {
    await graphqlData(from, query);
    await lone.deps.db.write(async () => undefined);
    await graphqlData(from, query);
    statements.length = 0;
    await graphqlData(from, query);
    return statements.length;
  };
  const stranger: TestServer = { ...lone, call: (where, init) => lone.call(where, { ...init, key: null }) };
  expect(await cost(asHolder(lone, link))).toBe(await cost(stranger));
});

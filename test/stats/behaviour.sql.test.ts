import { describe, expect, test } from '@jest/globals';
import { graphql, graphqlData } from '../support/engine/asking.ts';
import { FUNNEL, mutate, SEGMENT } from '../support/entities.ts';
import { newGoal } from '../support/goals.ts';
import { asHolder, newLink } from '../support/links.ts';
import { changeWebsite, newKey, newWebsite } from '../support/rest.ts';
import { NOON, type TestServer } from '../support/server.ts';
import { sharedServer } from '../support/shared.ts';
import { recordShop } from '../support/shop.ts';
import { sendHit } from '../support/track.ts';

const DAY = 'from: "2026-11-21", to: "2026-11-21"';
const PURCHASE = { event: { in: ['Purchase'] } };
const RESULT = '{ goal { name } conversions visitors conversionRate revenue { currency amount } }';
const TRIAL = '{ event: { in: ["Trial"] } }';
const MENUS = `events(${DAY}) { name events properties { name values } }
  pageProperties(${DAY}) { name values }`;
const EUR = (amount: string) => [{ currency: 'EUR', amount }];

const server = sharedServer({}, async (started) => {
  await recordShop(started);
  await newGoal(started, 1);
  await newGoal(started, 1, { name: 'Pro', filter: { property: { name: 'plan', in: ['pro'] } } });
});

/** Reads fields of the period of the shop's day. */
async function read<T = Record<string, unknown>>(fields: string, args = '', from = server()): Promise<T> {
  const query = `{ website(id: "1") { period(${DAY}${args && `, ${args}`}) { ${fields} } } }`;
  return (await graphqlData<{ website: { period: T } }>(from, query)).website.period;
}

/** The message of the error with which fields of the period are refused. */
async function refusal(fields: string, from: TestServer): Promise<string | undefined> {
  const query = `{ website(id: "1") { period(${DAY}) { ${fields} } } }`;
  return (await graphql(from, query)).errors?.[0]?.message;
}

test('menus have the events and their properties, and those of pageviews', async () => {
  const { website } = await graphqlData<{ website: object }>(server(), `{ website(id: "1") { ${MENUS} } }`);
  expect(website).toEqual({
    events: [
      {
        name: 'Purchase',
        events: 2,
        properties: [
          { name: 'plan', values: ['pro'] },
          { name: 'seats', values: ['5'] },
          { name: 'trial', values: ['false'] },
        ],
      },
      { name: 'Signup', events: 2, properties: [{ name: 'plan', values: ['free'] }] },
      { name: 'Trial', events: 1, properties: [{ name: 'plan', values: ['pro'] }] },
    ],
    pageProperties: [{ name: 'plan', values: ['pro'] }],
  });
});

describe('goals', () => {
  test('have conversions, visitors, a rate and revenue', async () => {
    const pro = {
      goal: { name: 'Pro' },
      conversions: 4,
      visitors: 2,
      conversionRate: 2 / 3,
      revenue: EUR('0.30'),
    };
    const signup = {
      goal: { name: 'Signup' },
      conversions: 2,
      visitors: 2,
      conversionRate: 2 / 3,
      revenue: [],
    };
    expect(await read(`goals ${RESULT}`)).toEqual({ goals: [pro, signup] });
    expect(await read(`goals(first: 1) ${RESULT}`)).toEqual({ goals: [pro] });
    const adHoc = '{ property: { name: "plan", in: ["pro"] } }';
    expect(await read(`saved: goal(id: "2") ${RESULT} given: goal(filter: ${adHoc}) ${RESULT}`)).toEqual({
      saved: pro,
      given: { ...pro, goal: null },
    });
  });

  test('are counted under the filter of the period, in rows and in points', async () => {
    const { breakdown, series } = await read<Record<string, { nodes: unknown; points: unknown }>>(
      `breakdown(by: [BROWSER]) { nodes { values { value } goal(id: "2") ${RESULT} } }
       series(by: HOUR) { points { at goal(filter: ${TRIAL}) { conversions visitors } } }`,
    );
    const row = (value: string, conversions: number, visitors: number, revenue: object[]) => ({
      values: [{ value }],
      goal: { goal: { name: 'Pro' }, conversions, visitors, conversionRate: visitors, revenue },
    });
    expect(breakdown?.nodes).toEqual([
      row('Chrome', 3, 1, EUR('0.30')),
      row('Firefox', 0, 0, []),
      row('Safari', 1, 1, []),
    ]);
    const points = series?.points as { at: string; goal: object }[];
    expect(points.filter(({ goal }) => !('conversions' in goal && goal.conversions === 0))).toEqual([
      { at: expect.stringContaining('12'), goal: { conversions: 1, visitors: 1 } },
    ]);
    const chrome = await read(`visitors goal(id: "2") ${RESULT}`, 'filter: { browser: { in: ["Chrome"] } }');
    expect(chrome).toMatchObject({ visitors: 1, goal: { conversions: 3, visitors: 1, conversionRate: 1 } });
    const nobody = await read(`goal(id: "2") ${RESULT}`, 'filter: { browser: { in: ["none"] } }');
    expect(nobody).toMatchObject({
      goal: { conversions: 0, visitors: 0, conversionRate: null, revenue: [] },
    });
  });

  test('select hits in filters and segments; conversions are the pageviews and events there', async () => {
    for (const [id, name] of [
      ['1', 'Signup'],
      ['2', 'Pro'],
    ]) {
      const filter = `filter: { goal: "${id}" }`;
      const { pageviews, events } = await read<Record<string, number>>('pageviews events', filter);
      const input = { websiteId: '1', name, filter: { goal: id } };
      const { segment } = await mutate<{ segment: { databaseId: number } }>(server(), SEGMENT.create, input);
      const fields = `pageviews events goal(id: "${id}") { conversions }`;
      const conversions = Number(pageviews) + Number(events);
      expect(await read(fields, `segment: "${segment.databaseId}"`)).toEqual({
        pageviews,
        events,
        goal: { conversions },
      });
      expect(await read(`goal(id: "${id}") { conversions }`)).toEqual({ goal: { conversions } });
      await mutate(server(), SEGMENT.delete, { id: String(segment.databaseId) });
    }
    const visits = await read(
      'visits events',
      'filter: { visited: { not: { or: [{ goal: "1" }, { goal: "2" }] } } }',
    );
    expect(visits).toEqual({ visits: 3, events: 5 });
  });

  test('of an unknown id, and without or with both arguments, are refused', async () => {
    const errorsOf = async (args: string) => {
      const query = `{ website(id: "1") { period(${DAY}) { goal${args} { visitors } } } }`;
      return (await graphql(server(), query)).errors?.[0]?.extensions.errors;
    };
    const unknown = 'Must be the id of a goal of this website.';
    expect(await errorsOf('(id: "9")')).toEqual({ id: [unknown] });
    expect(await errorsOf('')).toEqual({ goal: ['Must have either `id` or `filter`.'] });
    expect(await errorsOf('(id: "1", filter: { page: { in: ["/"] } })')).toEqual({
      goal: [expect.any(String)],
    });
    expect(await errorsOf('(filter: { country: { in: ["DE"] } })')).toEqual({
      'filter.country': [expect.stringMatching(/^Must not be in a goal/)],
    });
    const query = `{ website(id: "1") { period(${DAY}, filter: { not: { goal: "9" } }) { visitors } } }`;
    expect((await graphql(server(), query)).errors?.[0]?.extensions.errors).toEqual({
      'filter.not.goal': [unknown],
    });
  });
});

describe('properties', () => {
  const rowsOf = async (property: string, by = 'PROPERTY', filter = '') => {
    const { breakdown } = await read<{
      breakdown: { nodes: { values: { value: string }[]; events: number }[] };
    }>(`breakdown(by: [${by}], property: "${property}") { nodes { values { value } events } }`, filter);
    return breakdown.nodes.map(({ values, events }) => [...values.map(({ value }) => value), events]);
  };

  test('have a row for each value', async () => {
    expect(await rowsOf('plan')).toEqual([
      ['pro', 3],
      ['free', 1],
    ]);
    expect(await rowsOf('seats')).toEqual([['5', 1]]);
    expect(await rowsOf('trial')).toEqual([['false', 1]]);
    expect(await rowsOf('none')).toEqual([]);
    expect(await rowsOf('plan', 'EVENT, PROPERTY')).toEqual([
      ['Purchase', 'pro', 2],
      ['Signup', 'free', 1],
      ['Trial', 'pro', 1],
    ]);
  });

  test.each([
    ['in: ["pro"]', 4],
    ['notIn: ["pro"]', 1],
    ['notContains: "x"', 5],
    ['exists: true', 5],
    ['exists: false', 5],
  ])('with the condition { name: "plan", %s } select %i hits', async (condition, count) => {
    const filter = `filter: { property: { name: "plan", ${condition} } }`;
    const { pageviews, events } = await read<Record<string, number>>('pageviews events', filter);
    expect(Number(pageviews) + Number(events)).toBe(count);
  });

  test('compare as numbers with gt, gte, lt and lte', async () => {
    const found = ['gt: 4.5', 'gt: 5', 'gte: 5', 'lt: 10', 'lte: 4'].map(async (condition) => {
      const filter = `filter: { property: { name: "seats", ${condition} } }`;
      return (await read<{ events: number }>('events', filter)).events;
    });
    expect(await Promise.all(found)).toEqual([1, 0, 1, 1, 0]);
  });
});

describe('funnels and journeys', () => {
  const STEPS = [
    '{ filter: { page: { in: ["/"] } } }',
    '{ goal: "1" }',
    '{ name: "Paid", filter: { event: { in: ["Purchase"] } } }',
  ].join(', ');
  const FIELDS = `visitors conversionRate steps { name visitors dropped rateFromPrevious rateFromFirst
    medianSeconds leftTo { value } }`;

  test('a funnel has the numbers of its steps', async () => {
    const step = { leftTo: [] };
    expect(await read(`funnel(steps: [${STEPS}]) { ${FIELDS} }`)).toEqual({
      funnel: {
        visitors: 3,
        conversionRate: 1 / 3,
        steps: [
          {
            name: null,
            visitors: 3,
            dropped: 0,
            rateFromPrevious: null,
            rateFromFirst: 1,
            medianSeconds: null,
            leftTo: [{ value: '/pricing' }],
          },
          {
            ...step,
            name: 'Signup',
            visitors: 2,
            dropped: 1,
            rateFromPrevious: 2 / 3,
            rateFromFirst: 2 / 3,
            medianSeconds: 90,
          },
          {
            ...step,
            name: 'Paid',
            visitors: 1,
            dropped: 1,
            rateFromPrevious: 1 / 2,
            rateFromFirst: 1 / 3,
            medianSeconds: 60,
          },
        ],
      },
    });
  });

  test('a saved funnel is read by its id', async () => {
    const steps = [{ filter: { page: { in: ['/'] } } }, { goal: '1' }];
    const input = { websiteId: '1', name: 'f', steps, within: 100 };
    const { funnel } = await mutate<{ funnel: { id: string } }>(server(), FUNNEL.create, input);
    expect(await read(`funnel(id: "${funnel.id}") { funnel { name } steps { visitors } }`)).toEqual({
      funnel: { funnel: { name: 'f' }, steps: [{ visitors: 3 }, { visitors: 1 }] },
    });
    await mutate(server(), FUNNEL.delete, { id: funnel.id });
  });

  test('a funnel of one repeated condition counts the visitors with as many hits', async () => {
    const page = '{ filter: { page: { contains: "" } } }';
    const { funnel } = await read<{ funnel: { steps: { visitors: number }[] } }>(
      `funnel(steps: [${Array(8).fill(page)}]) { steps { visitors } }`,
    );
    expect(funnel.steps.map(({ visitors }) => visitors)).toEqual([3, 3, 2, 1, 1, 0, 0, 0]);
  });

  test('journeys go on from a page, and back from an event', async () => {
    const NODE = 'values { value } visits';
    const level = (value: string, visits: number, children: object[] = []) => ({
      values: [{ value }],
      visits,
      children,
    });
    const TREE = `${NODE} children { ${NODE} children { visits } }`;
    const forwards = `journeys(start: { page: { in: ["/"] } }, steps: 2) { ${TREE} }`;
    expect(await read(forwards)).toEqual({
      journeys: [level('/', 3, [level('/pricing', 2), level('Signup', 1)])],
    });
    const back = `journeys(end: { event: { in: ["Signup"] } }, steps: 2) { ${TREE} }`;
    expect(await read(back)).toEqual({
      journeys: [level('Signup', 2, [level('/', 1), level('/pricing', 1)])],
    });
  });
});

describe('revenue', () => {
  test('is summed exactly, with refunds, by currency, and compared', async () => {
    const { tracking_id: website } = await newWebsite(server(), { url: 'money.example' });
    const pay = async (amount: unknown, currency: string, at = NOON) => {
      server().setTime(at);
      const event = { name: 'Purchase', revenue: { amount, currency } };
      const response = await sendHit(server(), { website, page: 'https://money.example/', event });
      expect([response.status, response.headers.get('x-footfall-ignored')]).toEqual([202, null]);
    };
    await pay('7', 'EUR', NOON - 86_400_000);
    for (const amount of [0.1, 0.2, '999999999999.9999', '999999999999.9999', -0.05])
      await pay(amount, 'EUR');
    for (const amount of ['100', '-100']) await pay(amount, 'CHF');
    await pay('-0.0001', 'USD');
    await pay('1500', 'JPY');
    const query = `{ website(id: "2") { period(${DAY}) { revenue { currency amount }
      previous { revenue { currency amount } } series(by: DAY) { points { revenue { currency amount } } }
      breakdown(by: [EVENT]) { nodes { revenue { currency amount } } }
      goal(filter: { event: { in: ["Purchase"] } }) { revenue { currency amount } } } } }`;
    const sums = [
      { currency: 'CHF', amount: '0.00' },
      ...EUR('2000000000000.2498'),
      { currency: 'JPY', amount: '1500' },
      { currency: 'USD', amount: '-0.0001' },
    ];
    expect(await graphqlData(server(), query)).toEqual({
      website: {
        period: {
          revenue: sums,
          previous: { revenue: EUR('7.00') },
          series: { points: [{ revenue: sums }] },
          breakdown: { nodes: [{ revenue: sums }] },
          goal: { revenue: sums },
        },
      },
    });
    server().setTime(NOON);
  });

  test('by dimensions adds up to the total', async () => {
    for (const by of ['BROWSER', 'PAGE', 'EVENT', 'HOUR', 'CHANNEL']) {
      const { breakdown } = await read<{ breakdown: { nodes: { revenue: { amount: string }[] }[] } }>(
        `breakdown(by: [${by}]) { nodes { revenue { currency amount } } }`,
      );
      expect(breakdown.nodes.flatMap(({ revenue }) => revenue)).toEqual(EUR('0.30'));
    }
  });
});

describe('a hit', () => {
  test('is counted without what cannot be used, which a header names', async () => {
    const { tracking_id: website } = await newWebsite(server(), { url: 'odd.example' });
    const event = {
      name: 'Purchase',
      properties: { plan: { deep: true }, seats: 5 },
      revenue: { amount: 'ten', currency: 'EUR' },
    };
    const response = await sendHit(server(), { website, page: 'https://odd.example/', event });
    expect(response.status).toBe(202);
    const ignored = response.headers.get('x-footfall-ignored')?.split(', ').sort();
    expect(ignored).toEqual(['event.properties.plan', 'event.revenue']);
    const query = `{ website(id: "3") { period(${DAY}) { events revenue { amount }
      breakdown(by: [PROPERTY], property: "seats") { nodes { values { value } } } } } }`;
    const period = { events: 1, revenue: [], breakdown: { nodes: [{ values: [{ value: '5' }] }] } };
    expect(await graphqlData(server(), query)).toEqual({ website: { period } });
  });
});

describe('viewers who do not see everything', () => {
  const GOALS = 'goals { conversions }';
  const BY_ID = 'goal(id: "1") { conversions }';
  const BY_PAGE = 'goal(filter: { page: { in: ["/checkout"] } }) { conversions revenue { amount } }';
  const REVENUE = 'revenue { amount }';
  const FUNNEL_OF = 'funnel(steps: [{ goal: "1" }, { goal: "2" }]) { visitors }';
  const JOURNEYS = 'journeys(start: { page: { in: ["/"] } }) { visits }';
  const shownFunnels = async (from: TestServer) => {
    const query = '{ website(id: "1") { shownFunnels { id name steps } } }';
    type Data = { website: { shownFunnels: object[] } };
    return (await graphqlData<Data>(from, query)).website.shownFunnels;
  };
  const PLANS = 'breakdown(by: [PROPERTY], property: "plan") { nodes { events } }';

  test('of a shared link with all panels see goals, funnels and revenue', async () => {
    const holder = asHolder(server(), await newLink(server()));
    const named = await read('goals { goal { name filter } }', '', holder);
    expect(named.goals).toEqual(['Pro', 'Signup'].map((name) => ({ goal: { name, filter: null } })));
    expect(await read(`${GOALS} ${BY_ID} ${REVENUE} ${FUNNEL_OF}`, '', holder)).toMatchObject({
      goals: [{ conversions: 4 }, { conversions: 2 }],
      goal: { conversions: 2 },
      revenue: [{ amount: '0.30' }],
      funnel: { visitors: 3 },
    });
  });

  test('of a shared link with limited panels see none that these do not show', async () => {
    const pages = asHolder(server(), await newLink(server(), { panels: ['PAGE'] }));
    expect(await read(`${GOALS} ${REVENUE} ${BY_PAGE}`, '', pages)).toEqual({
      goals: [],
      revenue: [],
      goal: { conversions: 2, revenue: [] },
    });
    expect(
      (await graphqlData<{ website: object }>(pages, `{ website(id: "1") { ${MENUS} } }`)).website,
    ).toEqual({
      events: [],
      pageProperties: [],
    });
    const hidden = (name: string) => `The shared link does not show ${name}. It shows PAGE, and totals.`;
    expect(await refusal(BY_ID, pages)).toBe(hidden('GOALS'));
    expect(await refusal(PLANS, pages)).toBe(hidden('PROPERTY'));
    expect(await refusal(FUNNEL_OF, pages)).toBe(hidden('EVENT'));
    expect(await refusal(JOURNEYS, pages)).toBe(hidden('EVENT'));
    const input = { websiteId: '1', name: 'f', steps: Array(2).fill({ filter: { page: { in: ['/'] } } }) };
    const { funnel } = await mutate<{ funnel: { id: string } }>(server(), FUNNEL.create, input);
    expect(await refusal(`funnel(id: "${funnel.id}") { visitors }`, pages)).toBe(hidden('FUNNELS'));
    expect(await shownFunnels(pages)).toEqual([]);
    const funnels = asHolder(server(), await newLink(server(), { panels: ['FUNNELS'] }));
    const shown = [{ id: funnel.id, name: 'f', steps: null }];
    expect(await shownFunnels(funnels)).toEqual(shown);
    expect(await shownFunnels(asHolder(server(), await newLink(server())))).toEqual(shown);
    expect(await shownFunnels(server())).toEqual([{ ...shown[0], steps: JSON.stringify(input.steps) }]);
    expect(await read(`funnel(id: "${funnel.id}") { funnel { steps } visitors }`, '', funnels)).toEqual({
      funnel: { funnel: { steps: null }, visitors: 3 },
    });
    await mutate(server(), FUNNEL.delete, { id: funnel.id });
  });

  test('of a website that hides small counts see no goals, revenue, funnels and journeys', async () => {
    await changeWebsite(server(), 1, { privacy: 0, hide_below: 2 });
    const one = server();
    const stranger: TestServer = { ...one, call: (where, init) => one.call(where, { ...init, key: null }) };
    expect(await read(`${GOALS} ${REVENUE}`, '', stranger)).toEqual({ goals: [], revenue: [] });
    const menus = await graphqlData<{ website: object }>(stranger, `{ website(id: "1") { ${MENUS} } }`);
    expect(menus.website).toEqual({ events: [], pageProperties: [] });
    const rows = await read('breakdown(by: [BROWSER]) { nodes { revenue { amount } } }', '', stranger);
    expect(JSON.stringify(rows)).not.toContain('amount');
    const input = { websiteId: '1', name: 'f', steps: Array(2).fill({ goal: '1' }) };
    const { funnel } = await mutate<{ funnel: { id: string } }>(server(), FUNNEL.create, input);
    expect([await shownFunnels(stranger), await shownFunnels(server())]).toEqual([[], [expect.anything()]]);
    await mutate(server(), FUNNEL.delete, { id: funnel.id });
    for (const fields of [BY_ID, BY_PAGE, FUNNEL_OF, JOURNEYS])
      expect(await refusal(fields, stranger)).toMatch(/^This website hides small counts/);
    expect(await read(`${GOALS} ${REVENUE}`)).toMatchObject({ goals: [{}, {}], revenue: [{}] });
    await changeWebsite(server(), 1, { privacy: 1, hide_below: null });
  });

  test('with a key that is limited to a segment read goals and funnels of its hits', async () => {
    const input = { websiteId: '1', name: 'purchases', filter: { ...PURCHASE, browser: { in: ['Chrome'] } } };
    const { segment } = await mutate<{ segment: { databaseId: number } }>(server(), SEGMENT.create, input);
    const { key } = await newKey(server(), { website_id: 1, segment_id: segment.databaseId });
    const one = server();
    const limited: TestServer = { ...one, call: (where, init) => one.call(where, { ...init, key }) };
    const buys =
      'funnel(steps: [{ filter: { event: { in: ["Purchase"] } } }, { goal: "2" }]) { steps { visitors } }';
    expect(await read(`visitors ${GOALS} ${REVENUE} ${buys}`, '', limited)).toEqual({
      visitors: 1,
      goals: [{ conversions: 2 }, { conversions: 0 }],
      revenue: [{ amount: '0.30' }],
      funnel: { steps: [{ visitors: 1 }, { visitors: 1 }] },
    });
    const visitors =
      'funnel(steps: [{ filter: { page: { in: ["/"] } } }, { goal: "1" }]) { steps { visitors } }';
    expect(await read(visitors, '', limited)).toEqual({
      funnel: { steps: [{ visitors: 0 }, { visitors: 0 }] },
    });
  });
});

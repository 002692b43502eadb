import { describe, expect, test } from '@jest/globals';
import { behaviourShop, DAY, MENUS, PURCHASE } from '../support/behaviourShop.ts';
import { graphqlData } from '../support/engine/asking.ts';
import { FUNNEL, mutate, SEGMENT } from '../support/entities.ts';
import { asHolder, newLink } from '../support/links.ts';
import { changeWebsite, newKey, newWebsite } from '../support/rest.ts';
import type { TestServer } from '../support/server.ts';
import { sendHit } from '../support/track.ts';

const { read, refusal, server } = behaviourShop();

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

describe('a hit', () => {
  test('is counted without what cannot be used, which a header names', async () => {
    const { id, tracking_id: website } = await newWebsite(server(), { url: 'odd.example' });
    const event = {
      name: 'Purchase',
      properties: { plan: { deep: true }, seats: 5 },
      revenue: { amount: 'ten', currency: 'EUR' },
    };
    const response = await sendHit(server(), { website, page: 'https://odd.example/', event });
    expect(response.status).toBe(202);
    const ignored = response.headers.get('x-footfall-ignored')?.split(', ').sort();
    expect(ignored).toEqual(['event.properties.plan', 'event.revenue']);
    const query = `{ website(id: "${id}") { period(${DAY}) { events revenue { amount }
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

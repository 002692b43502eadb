import { describe, expect, test } from '@jest/globals';
import { FILTER_DIMENSIONS } from '../../src/engine/registry/dimensions.ts';
import { graphql, graphqlData, METRIC_FIELDS } from '../support/engine/asking.ts';
import { LINK_DAYS, linkSite } from '../support/linkSite.ts';
import { asHolder, newLink } from '../support/links.ts';
import type { TestServer } from '../support/server.ts';

const { server, look } = linkSite();

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
              `stats(name: ${upper}, ${LINK_DAYS}) { sum }`,
              `period(${LINK_DAYS}) { stats(name: ${upper}, search: "a") { sum } }`,
            ]),
        `period(${LINK_DAYS}) { breakdown(by: [${upper}]) { totalCount } }`,
        `period(${LINK_DAYS}) { breakdown(by: [DAY, ${upper}]) { totalCount } }`,
        `period(${LINK_DAYS}) { breakdown(by: [${upper}, ${isShown ? 'WEEK' : 'PAGE'}]) { totalCount } }`,
        `period(${LINK_DAYS}, filter: ${condition}) { visits }`,
        `period(${LINK_DAYS}, filter: { or: [{ page: { in: ["/"] } }, { not: ${condition} }] }) { visits }`,
        ...(name === 'page' || name === 'event' || name === 'host'
          ? [`period(${LINK_DAYS}, filter: { visited: ${condition} }) { visits }`]
          : []),
      ];
      for (const field of fields)
        expect([field, await forbidden(holder, field)]).toEqual([
          field,
          isShown ? expect.any(Object) : 'FORBIDDEN',
        ]);
      if (name === 'host') continue;
      const panel = await forbidden(holder, `period(${LINK_DAYS}) { panel(name: ${upper}) { totalCount } }`);
      expect([name, panel]).toEqual([
        name,
        { period: { panel: isShown ? { totalCount: expect.any(Number) } : null } },
      ]);
    }
    const { errors } = await graphql(
      holder,
      `{ website(id: "1") { stats(name: CITY, ${LINK_DAYS}) { sum } } }`,
    );
    expect(errors?.[0]?.message).toBe(
      'The shared link does not show CITY. It shows COUNTRY, PAGE, and totals.',
    );
    expect((await look(holder)).sharedView?.panels).toEqual(['COUNTRY', 'PAGE']);
  });

  test('shows totals and counts over time, even without any panel', async () => {
    const holder = asHolder(server(), await newLink(server(), { panels: [] }));
    const query = `{ website(id: "1") { recordedSince period(${LINK_DAYS}) { ${METRIC_FIELDS}
      previous { visits } series { points { visits } } stats(name: VISITORS) { sum }
      breakdown(by: [DAY]) { totalCount } } } }`;
    expect(await graphqlData(holder, query)).toEqual(await graphqlData(server(), query));
    expect(await forbidden(holder, `stats(name: PAGE, ${LINK_DAYS}) { sum }`)).toBe('FORBIDDEN');
    expect(await forbidden(holder, `period(${LINK_DAYS}) { breakdown(by: [HOST]) { totalCount } }`)).toBe(
      'FORBIDDEN',
    );
    expect(await forbidden(holder, `period(${LINK_DAYS}) { hosts }`)).toEqual({ period: { hosts: [] } });
    const panels = FILTER_DIMENSIONS.filter((name) => name !== 'host').map((name) => name.toUpperCase());
    const read = panels.map((name) => `${name}: panel(name: ${name}) { sum }`).join(' ');
    expect(await forbidden(holder, `period(${LINK_DAYS}) { ${read} }`)).toEqual({
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
    const goals = `{ website(id: "1") { period(${LINK_DAYS}) { goals { goal { name } } } } }`;
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
      `{ website(id: "1") { period(${LINK_DAYS}) { panel(name: GOALS) { sum } } } }`,
    );
    const byGoal = `period(${LINK_DAYS}, filter: { visited: { goal: "1" } }) { visits }`;
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

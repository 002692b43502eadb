import { describe, expect, test } from '@jest/globals';
import { graphql, graphqlData, METRIC_FIELDS } from '../support/engine/asking.ts';
import { everyField, numbersIn, SHOWN_BEHAVIOUR } from '../support/everyField.ts';
import { LINK_DAYS, linkSite } from '../support/linkSite.ts';
import { asHolder, newLink } from '../support/links.ts';
import { changeWebsite } from '../support/rest.ts';
import type { TestServer } from '../support/server.ts';

const { server, newSegment, look } = linkSite();

const ARGUMENTS = {
  ...SHOWN_BEHAVIOUR,
  // All fields would cost more than viewers without a key may ask for; test/stats/behaviour asks for these.
  ...{ 'Period.series': 'by: MONTH', 'BreakdownRow.revenue': null, 'SeriesPoint.revenue': null },
  ...{ 'Website.goals': null, 'Website.funnels': null, 'Website.events': null },
  ...{ 'Website.pageProperties': null, 'Website.imports': null },
  'Website.period': 'from: "2026-11-21", to: "2026-12-31"',
  'Website.stats': `name: COUNTRY, ${LINK_DAYS}`,
  'Website.dropped': LINK_DAYS,
  'Website.spamDomains': LINK_DAYS,
  'Website.annotations': LINK_DAYS,
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
        `{ website(id: "1") { period(${LINK_DAYS} ${args}) { ${METRIC_FIELDS}
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
    const costOf = async (from: TestServer, filter = '') => {
      const query = `{ website(id: "1") { period(${LINK_DAYS}${filter}) {
        visits panel(name: PAGE) { sum } } } }`;
      const response = await from.call(`/graphql?${new URLSearchParams({ query })}`);
      return ((await response.json()) as { extensions: { cost: { requested: number } } }).extensions.cost
        .requested;
    };
    const unlimited = asHolder(server(), await newLink(server()));
    const filtered = await costOf(unlimited, ', filter: { country: { in: ["DE"] } }');
    expect(filtered).toBeGreaterThan((await costOf(unlimited)) + 200);
    expect(await costOf(asHolder(server(), await newLink(server(), { segmentId })))).toBe(filtered);
  });

  test('hides small counts as a public page does, in statistics and breakdowns', async () => {
    const segmentId = await newSegment('Desktop', { device: { in: ['desktop'] } });
    const link = await newLink(server(), { segmentId });
    await changeWebsite(server(), 1, { hide_below: 2 });
    const read = (from: TestServer, args: string) =>
      graphqlData<{ website: { period: { panel: Page; stats: Page; breakdown: object } } }>(
        from,
        `{ website(id: "1") { period(${LINK_DAYS}${args}) {
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
      `{ website(id: "1") { period(${LINK_DAYS}, filter: { page: { in: ["/"] } }) { visits } } }`,
    );
    expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    await changeWebsite(server(), 1, { hide_below: null });
  });
});

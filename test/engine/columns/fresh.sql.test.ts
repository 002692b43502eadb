import { expect, test } from '@jest/globals';
import { graphqlData, restMetrics } from '../../support/engine/asking.ts';
import { expectExact } from '../../support/engine/exact.ts';
import { newWebsite } from '../../support/rest.ts';
import { CHROME, IPHONE, NOON, startTestServer, type TestServer } from '../../support/server.ts';
import { outcome, RECORDED, sendHit } from '../../support/track.ts';

const TODAY = { from: '2026-11-21', to: '2026-11-21' };
const HITS = 30;

/** Sends hit `index`: of ten visitors, each third an event. */
async function hit(server: TestServer, website: string, index: number): Promise<void> {
  const response = await sendHit(
    server,
    {
      website,
      page: `https://example.com/page${index}`,
      ...(index % 3 === 2 && { event: { name: 'Buy' } }),
    },
    { 'x-forwarded-for': `203.0.113.${index % 10}`, 'user-agent': index % 4 === 0 ? IPHONE : CHROME },
  );
  expect(outcome(response)).toEqual(RECORDED);
}

/** The number of hits on a page that a filtered question over GraphQL finds. */
async function hitsOn(server: TestServer, page: string): Promise<number> {
  const { website } = await graphqlData<{ website: { period: { pageviews: number; events: number } } }>(
    server,
    'query ($filter: FilterInput) ' +
      '{ website(id: "1") { period(name: TODAY, filter: $filter) { pageviews events } } }',
    { filter: { page: { in: [page] } } },
  );
  return website.period.pageviews + website.period.events;
}

test(`a question right after a hit was accepted includes it, ${HITS} times`, async () => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server);
  for (let index = 0; index < HITS; index += 1) {
    server.setTime(NOON + index * 240_000);
    await hit(server, website, index);
    expect(await hitsOn(server, `/page${index}`)).toBe(1);
    const filter = { landing_page: { contains: '' } };
    const { pageviews, events } = await restMetrics(server, { websiteId: 1, ...TODAY, filter });
    expect(Number(pageviews) + Number(events)).toBe(index + 1);
  }
  await expectExact(server);
});

test('readers that can wait get the hit that was accepted before they asked', async () => {
  await using server = await startTestServer();
  const { tracking_id: website } = await newWebsite(server);
  const pageviews = async () => {
    const response = await server.call('/graphql', {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'respond-async, wait=1' },
      body: JSON.stringify({ query: '{ website(id: 1) { period(name: TODAY) { pageviews } } }' }),
    });
    const { data } = (await response.json()) as { data: { website: { period: { pageviews: number } } } };
    return data.website.period.pageviews;
  };
  await hit(server, website, 0);
  const first = pageviews();
  await hit(server, website, 1);
  // The evaluation begins after the last of the two was asked; the first one may be before the second hit.
  expect([await first, await pageviews()]).toEqual([expect.any(Number), 2]);
  expect([1, 2]).toContain(await first);
});

test('a question at one instance includes a hit that another has just accepted', async () => {
  await using one = await startTestServer();
  const { tracking_id: website } = await newWebsite(one);
  await using other = await startTestServer({ beside: one });
  for (let index = 0; index < HITS; index += 1) {
    const [recorder, reader] = index % 2 === 0 ? [one, other] : [other, one];
    for (const server of [one, other]) server.setTime(NOON + index * 60_000);
    await hit(recorder, website, index);
    expect(await hitsOn(reader, `/page${index}`)).toBe(1);
  }
  await expectExact(one);
  await expectExact(other);
});

test('hits of an instance whose clock is behind have lower ids, and count at once', async () => {
  await using one = await startTestServer();
  const { tracking_id: website } = await newWebsite(one);
  await using other = await startTestServer({ beside: one });
  for (let index = 0; index < HITS; index += 1) {
    one.setTime(NOON + index * 60_000);
    // The visitors of the other instance are others.
    other.setTime(NOON + (index - 5) * 60_000);
    await hit(one, website, 10 * index + (index % 5));
    expect(await hitsOn(one, `/page${10 * index + (index % 5)}`)).toBe(1);
    await hit(other, website, 10 * index + 5 + (index % 5));
    expect(await hitsOn(one, `/page${10 * index + 5 + (index % 5)}`)).toBe(1);
  }
  await expectExact(one);
  await expectExact(other);
});

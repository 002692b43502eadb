import { graphqlData } from './engine/asking.ts';
import { recordSmallSite, SMALL_PERIOD } from './engine/smallSite.ts';
import { newWebsite } from './rest.ts';
import type { TestServer } from './server.ts';
import { sharedServer } from './shared.ts';

/** The days of the website of the links, as arguments of GraphQL. */
export const LINK_DAYS = `from: "${SMALL_PERIOD.from}", to: "${SMALL_PERIOD.to}"`;

/** What people with a link read of a website. */
export interface Look {
  statisticsAccess: string;
  website: { domain: string; period: Record<string, number> } | null;
  sharedView: { segment: string | null; panels: string[] | null } | null;
}

export const OPEN = { statisticsAccess: 'OPEN', website: { domain: 'small.test' } };
export const NONE = { statisticsAccess: 'NONE', website: null, sharedView: null };
export const LOCKED = { statisticsAccess: 'PASSWORD', website: null, sharedView: null };

/** A server for a test file, with the website of the links (0), a public (1) and a private one (2). */
export function linkSite() {
  const websites: { tracking_id: string }[] = [];
  const server = sharedServer({}, async (started) => {
    await recordSmallSite(started);
    const response = await started.call('/api/v1/websites/1');
    websites.push(((await response.json()) as { data: { tracking_id: string } }).data);
    websites.push(await newWebsite(started, { url: 'https://public.test', privacy: '0' }));
    websites.push(await newWebsite(started, { url: 'https://private.test' }));
  });
  const trackingId = (index = 0) => websites[index]?.tracking_id ?? '';
  return {
    server,
    trackingId,
    /** Saves a segment of the website of the links; returns its id. */
    async newSegment(name: string, filter: object): Promise<string> {
      const { createSegment } = await graphqlData<{ createSegment: { segment: { id: string } } }>(
        server(),
        `mutation ($name: String!, $filter: FilterInput!) {
          createSegment(input: { websiteId: "1", name: $name, filter: $filter }) {
            ... on CreateSegmentSuccess { segment { id } } } }`,
        { name, filter },
      );
      return createSegment.segment.id;
    },
    /** Reads a website as the page does. */
    look: (from: TestServer, index = 0): Promise<Look> =>
      graphqlData(
        from,
        `query ($trackingId: String!) { statisticsAccess(trackingId: $trackingId)
          website(trackingId: $trackingId) { domain period(${LINK_DAYS}) { visits pageviews } }
          sharedView { segment panels } }`,
        { trackingId: trackingId(index) },
      ),
    /** The status of the page of a link. */
    statusOf: async (token: string, index = 0) =>
      (await server().call(`/s/${trackingId(index)}/${token}`, { key: null })).status,
  };
}

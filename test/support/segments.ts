import { beforeEach } from '@jest/globals';
import type { Page } from 'playwright-core';
import { graphqlData } from './engine/asking.ts';
import type { Statistics } from './statistics.ts';

const CREATE = `mutation ($input: CreateSegmentInput!) {
  createSegment(input: $input) { ... on CreateSegmentSuccess { segment { id } } }
}`;
const DELETE = 'mutation ($id: ID!) { deleteSegment(input: { id: $id }) { __typename } }';
const SEGMENTS = `query ($trackingId: String!) {
  website(trackingId: $trackingId) { segments { id name filter } }
}`;

type Segment = { id: string; name: string; filter: string };

/** The segments of the website of a test file. Each test begins without one. */
export function segmentsForFile(statistics: Statistics) {
  const segments = {
    /** Saves a filter of GraphQL, and returns the id of the segment. */
    async create(name: string, filter: object): Promise<string> {
      const input = { websiteId: statistics.site.id, name, filter };
      type Data = { createSegment: { segment: Segment } };
      return (await graphqlData<Data>(statistics.server, CREATE, { input })).createSegment.segment.id;
    },
    async list(): Promise<Segment[]> {
      const { trackingId } = statistics.site;
      type Data = { website: { segments: Segment[] } };
      return (await graphqlData<Data>(statistics.server, SEGMENTS, { trackingId })).website.segments;
    },
  };
  beforeEach(async () => {
    for (const { id } of await segments.list()) await graphqlData(statistics.server, DELETE, { id });
  });
  return segments;
}

/** The dialog of the segments of a statistics page. */
export const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Segments' });

/** The button that opens it. */
export const buttonOf = (page: Page) => page.getByRole('button', { name: /^Segment/ });

/** The query string of a page as a person reads it. */
export const decoded = (page: Page) => decodeURIComponent(new URL(page.url()).search);

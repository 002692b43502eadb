import { afterEach, beforeAll } from '@jest/globals';
import type { FrameLocator, Page } from 'playwright-core';
import { graphqlData } from './engine/asking.ts';
import { changeWebsite } from './rest.ts';
import { NOON } from './server.ts';
import { type Statistics, statisticsForFile } from './statistics.ts';

/** The password of shared links and of the statistics. */
export const PASSWORD = 'tall green kettle';

/** The statistics of a private website with the segment "Phones", to which shared links lead. */
export interface PrivateStatistics extends Statistics {
  segmentId: string;
}

/** The private statistics of a test file. The server's time is `NOON` again after each test. */
export function privateStatisticsForFile(): PrivateStatistics {
  const statistics = statisticsForFile() as PrivateStatistics;
  beforeAll(async () => {
    const { server, site } = statistics;
    await changeWebsite(server, site.id, { privacy: 1 });
    const { createSegment } = await graphqlData<{ createSegment: { segment: { id: string } } }>(
      server,
      `mutation { createSegment(input: { websiteId: "1", name: "Phones",
        filter: { device: { in: ["mobile"] } } }) { ... on CreateSegmentSuccess { segment { id } } } }`,
    );
    statistics.segmentId = createSegment.segment.id;
  });
  afterEach(() => statistics.server.setTime(NOON));
  return statistics;
}

export const headings = (page: Page | FrameLocator, name: string) => page.getByRole('heading', { name });

/** Enters a wrong password for statistics, which the page rejects, and then the right one. */
export async function giveWrongThenRight(page: Page | FrameLocator): Promise<void> {
  await page.getByLabel('Password').fill('guess');
  await page.getByRole('button', { name: 'View statistics' }).click();
  await page.getByText('The password is wrong.').waitFor();
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'View statistics' }).click();
  await headings(page, 'teahouse.example').waitFor();
}

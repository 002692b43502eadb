import { afterAll, beforeAll, expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { grouped } from '../../src/stats/format.ts';
import { launchBrowser } from './browser.ts';
import { KIND } from './database.ts';
import { type Registered, startPages } from './pages.ts';
import { rest } from './rest.ts';
import type { TestServer } from './server.ts';
import { fillStatistics, statisticsDatabase } from './statisticsFile.ts';

/** A browser, and a server with a public website that has 70 days of traffic. */
export interface Statistics {
  browser: Browser;
  server: TestServer;
  site: Registered;
  /** The URL of a statistics page; by default that of `site`. */
  addressOf(query?: string, website?: Pick<Registered, 'trackingId'>): string;
  /** The rows of a statistic in the REST API for a range of days. */
  fromRest(name: string, from: string, to: string): Promise<{ value: string; count: number }[]>;
  stop(): Promise<void>;
}

export async function startStatistics(): Promise<Statistics> {
  const browser = await launchBrowser();
  const stored = KIND === 'sqlite' ? await statisticsDatabase() : null;
  const server = await startPages(stored ? { beside: stored } : {});
  const site = stored?.site ?? (await fillStatistics(server));
  return {
    browser,
    server,
    site,
    addressOf: (query = '', { trackingId } = site) => `${server.url}/s/${trackingId}${query}`,
    async fromRest(name, from, to) {
      const { body } = await rest<{ value: string; count: number }[]>(
        server,
        `/api/v1/stats/${site.id}?${new URLSearchParams({ name, from, to, per_page: '100' })}`,
      );
      return body.data;
    },
    async stop() {
      await browser.close();
      await server[Symbol.asyncDispose]();
      await stored?.database[Symbol.asyncDispose]();
    },
  };
}

/** The statistics of a test file: started before its first test, and stopped after its last. */
export function statisticsForFile(): Statistics {
  const statistics = {} as Statistics;
  beforeAll(async () => void Object.assign(statistics, await startStatistics()));
  afterAll(() => statistics.stop?.());
  return statistics;
}

/** Opens a statistics page and waits until it shows numbers. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('tab', { name: /^Visitors/ }).waitFor();
}

/** The default period of the page, at noon on 21 November 2026. */
export const PERIOD = { from: '2026-10-23', to: '2026-11-21' };

/**
 * Waits until the page shows as many visitors of its default period as the REST API counts under a filter,
 * which selects some.
 */
export async function showsFiltered(page: Page, { server, site }: Statistics, filter: object): Promise<void> {
  const query = new URLSearchParams({ ...PERIOD, filter: JSON.stringify(filter) });
  const { body } = await rest<Record<string, number>>(server, `/api/v1/metrics/${site.id}?${query}`);
  const { visitors = 0 } = body.data;
  expect(visitors).toBeGreaterThan(0);
  await page
    .getByRole('tab', { name: /^Visitors/ })
    .getByText(new RegExp(`^${grouped(visitors)}( |$)`))
    .waitFor();
}

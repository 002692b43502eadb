import { randomBytes } from 'node:crypto';
import { copyFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from '@jest/globals';
import { createAccount } from '../../../src/auth/accounts.ts';
import { createHashing } from '../../../src/auth/hashing.ts';
import { createApiKey } from '../../../src/auth/keys.ts';
import { contextOf } from '../../../src/cli/run.ts';
import { readConfig } from '../../../src/config.ts';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { createLocalAnalysis } from '../../../src/engine/columns/analysis.ts';
import { verifyChunks } from '../../../src/engine/columns/chunks/verify.ts';
import { verifyRollups } from '../../../src/ingest/store/verify.ts';
import { createLog } from '../../../src/log.ts';
import { createWebsite } from '../../../src/websites/changes.ts';
import { freshDatabase, KIND } from '../database.ts';
import { CHEAP } from '../server.ts';
import { audit, NOTHING_WRONG } from './audit.ts';
import type { Ledger } from './ledger.ts';

/** Whether the long variant of these tests runs (`npm run test:crash`). */
export const LONG = process.env.FOOTFALL_CRASH === 'long';

/**
 * Settings of servers that `startLoad` sends hits to. The tests find each hit by its unique path, so all
 * values are kept.
 */
export const ENV = {
  TRUST_PROXY: '1',
  TRACK_LIMIT: '0',
  RATE_LIMIT: '0',
  MAX_DISTINCT_VALUES: '0',
  HOST: '127.0.0.1',
};

export interface Site {
  /** The database, and its file on SQLite; processes find the database through `env`. */
  url: string;
  file: string;
  env: Record<string, string>;
  /** Tracking IDs of websites of example.com: two by default. */
  websites: string[];
  key: string;
}

/** The URL of a migrated database: that at `at`, or a new one, which is a copy of the run's template. */
async function migrated(file: string, at?: string): Promise<string> {
  if (at) {
    await migrate(at);
    return at;
  }
  if (KIND === 'postgresql') return (await freshDatabase()).url;
  await copyFile(process.env.FOOTFALL_TEST_SQLITE ?? '', file);
  return `file:${file}`;
}

/**
 * Creates a database with websites and a key; on SQLite in `folder`.
 * @param at the URL of a PostgreSQL database; by default a new one on the server of this run.
 * @param more number of websites beyond the two that every site has.
 */
export async function createSite(folder: string, at?: string, more = 0): Promise<Site> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'footfall.db');
  const url = await migrated(file, at);
  const db = await openDatabase(url);
  const log = createLog('silent', false);
  const config = readConfig({ DATABASE_URL: url });
  const analysis = createLocalAnalysis(url);
  const hashing = createHashing({ parameters: CHEAP });
  const deps = { config, db, log, now: Date.now, random: randomBytes, hashing, analysis };
  const websites: string[] = [];
  let key = '';
  for (const owner of ['a', 'b']) {
    await createAccount({ email: `${owner}@example.com`, password: 'correct horse' }, deps);
    const context = await contextOf(`${owner}@example.com`, deps);
    websites.push((await createWebsite({ url: 'example.com' }, context)).trackingId);
    if (key === '') ({ key } = await createApiKey({ name: 'test' }, context));
  }
  // Each has a team of its own, because a team has a domain once.
  const times = { createdAt: new Date(), updatedAt: new Date() };
  const others = Array.from({ length: more }, (_, index) => ({
    team: { id: index + 1_000, name: `Team ${index}`, ...times },
    website: {
      teamId: index + 1_000,
      url: 'https://example.com',
      domain: 'example.com',
      timezone: 'UTC',
      privacy: 1,
      email: false,
      excludeBots: true,
      trackingId: `more${index}`,
      ...times,
    },
  }));
  await db.write(async (tx) => {
    await tx.team.createMany({ data: others.map(({ team }) => team) });
    await tx.website.createMany({ data: others.map(({ website }) => website) });
  });
  websites.push(...others.map(({ website }) => website.trackingId));
  await analysis.close();
  await db.close();
  return { url, file, env: { ...ENV, DATABASE_URL: url }, websites, key };
}

/** Compares the totals and the chunks of a database with its rows, as `footfall verify` does. */
async function verify(url: string) {
  const [db, analysis] = [await openDatabase(url, { statementMs: 0 }), createLocalAnalysis(url)];
  try {
    const { differences } = await verifyRollups(db);
    const { wrong } = await verifyChunks(db, analysis);
    return { differences, wrong };
  } finally {
    await analysis.close();
    await db.close();
  }
}

/** Checks the database against the clients' ledgers, and its rollups and chunks against its rows. */
export async function expectNothingWrong(
  { url }: Pick<Site, 'url'>,
  name: string,
  ledgers: readonly Ledger[],
): Promise<{ stored: Set<string> }> {
  const { stored, ...findings } = await audit(url, name, ledgers);
  expect(findings).toEqual(NOTHING_WRONG);
  expect(ledgers.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(await verify(url)).toEqual({ differences: [], wrong: [] });
  return { stored };
}

/**
 * Requests statistics over REST and GraphQL. @returns the statuses; 0 instead of 200 if the body has no data.
 */
export async function readStatistics(url: string, key: string): Promise<number[]> {
  const headers = { authorization: `Bearer ${key}` };
  const query = '{ websites { nodes { domain } totalCount } }';
  const asked = [
    fetch(`${url}/api/v1/stats/1?name=page&from=2020-01-01&to=2020-01-31`, { headers }),
    fetch(`${url}/graphql?${new URLSearchParams({ query })}`, { headers }),
  ];
  return Promise.all(
    asked.map(async (asking) => {
      const response = await asking;
      const body = (await response.json()) as { data?: unknown; errors?: unknown };
      return body.data && !body.errors ? response.status : 0;
    }),
  );
}

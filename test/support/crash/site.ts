import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@jest/globals';
import { createAccount } from '../../../src/auth/accounts.ts';
import { createHashing } from '../../../src/auth/hashing.ts';
import { createApiKey, operator } from '../../../src/auth/keys.ts';
import { readConfig } from '../../../src/config.ts';
import { createContext } from '../../../src/context.ts';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { createLog } from '../../../src/log.ts';
import { createWebsite } from '../../../src/websites/changes.ts';
import { environmentIn } from '../database.ts';
import { run } from '../process.ts';
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
  /** Tracking IDs of two websites of example.com. */
  websites: string[];
  key: string;
}

/**
 * Creates a database with two websites and a key; on SQLite in `folder`.
 * @param at the URL of an empty database; by default a new one on the server of this run.
 */
export async function createSite(folder: string, at?: string): Promise<Site> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, 'footfall.db');
  const { DATABASE_URL: url = `file:${file}` } = at ? { DATABASE_URL: at } : await environmentIn(folder, {});
  await migrate(url);
  const db = await openDatabase(url);
  const log = createLog('silent', false);
  const config = readConfig({ DATABASE_URL: url });
  const deps = { config, db, log, now: Date.now, random: randomBytes, hashing: createHashing() };
  const websites: string[] = [];
  let key = '';
  for (const owner of ['a', 'b']) {
    const account = await createAccount({ email: `${owner}@example.com`, password: 'correct horse' }, deps);
    const context = createContext(deps, operator(account.id));
    websites.push((await createWebsite({ url: 'example.com' }, context)).trackingId);
    if (key === '') ({ key } = await createApiKey({ name: 'test' }, context));
  }
  await db.close();
  return { url, file, env: { ...ENV, DATABASE_URL: url }, websites, key };
}

/**
 * Checks the database against the clients' ledgers, and its consistency with the audit and with `footfall
 * verify`.
 */
export async function expectNothingWrong(
  { url, env }: Pick<Site, 'url' | 'env'>,
  name: string,
  ledgers: readonly Ledger[],
): Promise<{ stored: Set<string> }> {
  const verified = run('bin/footfall.js', ['verify', '--json'], tmpdir(), env);
  const { stored, ...findings } = await audit(url, name, ledgers);
  expect(findings).toEqual(NOTHING_WRONG);
  expect(ledgers.flatMap(({ wrong }) => wrong)).toEqual([]);
  const { stdout, ...ended } = await verified;
  expect(ended).toEqual({ code: 0, stderr: '' });
  expect(JSON.parse(stdout)).toMatchObject({ differences: [] });
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

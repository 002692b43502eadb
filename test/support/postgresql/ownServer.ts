import { setTimeout as sleep } from 'node:timers/promises';
import { createSite, type Site } from '../crash/site.ts';
import { temporaryFolder } from '../database.ts';
import { type PostgresqlServer, startPostgresql } from './server.mjs';

/** The load of a test. Without the pause, the clients would use all CPU time while their hits are refused. */
export const LOAD = { connections: 64, pause: 20 };
export const NO_SYNC = { fsync: 'off' };

/** A PostgreSQL server that a test may stop and damage, with a site. */
export interface OwnServer {
  postgresql: PostgresqlServer;
  site: Site;
  folder: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Creates a database on a server of a test, with websites and a key. */
export async function createSiteOn(
  postgresql: PostgresqlServer,
  folder: string,
  moreWebsites = 0,
): Promise<Site> {
  await postgresql.sql('CREATE DATABASE footfall TEMPLATE footfall_template');
  return createSite(folder, postgresql.url('footfall'), moreWebsites);
}

/** Starts a PostgreSQL server for one test, with a site. Use it with `await using`. */
export async function startOwnServer(
  flags: Record<string, string> = {},
  moreWebsites = 0,
): Promise<OwnServer> {
  const temporary = await temporaryFolder();
  const postgresql = await startPostgresql({ flags: { ...NO_SYNC, ...flags } });
  const site = await createSiteOn(postgresql, temporary.folder, moreWebsites);
  return {
    postgresql,
    site,
    folder: temporary.folder,
    async [Symbol.asyncDispose]() {
      await postgresql.stop();
      await temporary[Symbol.asyncDispose]();
    },
  };
}

export const statusOf = async (url: string) => (await fetch(url)).status;

/** Waits until /readyz has a status. */
export async function readiness(url: string, status: 200 | 503): Promise<void> {
  while ((await statusOf(`${url}/readyz`)) !== status) await sleep(50);
}

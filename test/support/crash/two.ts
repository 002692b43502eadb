import { expect } from '@jest/globals';
import { startProcess } from '../process.ts';
import { temporaryFolder } from '../server.ts';
import type { Ledger } from './ledger.ts';
import { type Load, more, reached, startLoad } from './load.ts';
import { createSite, expectNothingWrong, type Site } from './site.ts';

/** The number of clients of each server. */
export const CONNECTIONS = 32;

type Server = Awaited<ReturnType<typeof startProcess>>;

/** Two servers on one database whose clients send hits of the same visitors to the same websites. */
export interface Two {
  site: Site;
  servers: [Server, Server];
  loads: [Load, Load];
  /** The common prefix of the paths of all hits. */
  name: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts two servers on a new database of this run. Use it with `await using`. */
export async function startTwo(name: string): Promise<Two> {
  const temporary = await temporaryFolder();
  const site = await createSite(temporary.folder);
  const one = await startProcess(temporary.folder, site.env);
  const other = await startProcess(temporary.folder, site.env);
  const load = ({ url }: Server, index: number) =>
    startLoad({ url, websites: site.websites, name: `${name}/${index}`, connections: CONNECTIONS });
  return {
    site,
    name,
    servers: [one, other],
    loads: [load(one, 0), load(other, 1)],
    async [Symbol.asyncDispose]() {
      for (const disposable of [one, other, temporary]) await disposable[Symbol.asyncDispose]();
    },
  };
}

/** Waits until each server has recorded this many hits, and stops the clients. */
export async function recordOnBoth({ loads }: Two, hits: number): Promise<void> {
  await Promise.all(loads.map((load) => reached(load, hits)));
  await Promise.all(loads.map((load) => load.stop()));
}

/**
 * Asserts that no hit was refused, lost or counted twice, and that no server logged a warning or an error.
 */
export async function expectAllRecorded({ site, name, servers, loads }: Two): Promise<void> {
  const ledgers = loads.map(({ ledger }) => ledger);
  const { stored } = await expectNothingWrong(site, name, ledgers);
  expect(stored.size).toBe(ledgers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0));
  expect(ledgers.map(({ refused }) => refused.size)).toEqual([0, 0]);
  for (const { lines } of servers) expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
}

/**
 * Kills the first server after it has recorded `hits` hits; the second records as many more and refuses none.
 * @returns the ledgers of the clients of both.
 */
export async function killOne({ servers: [one], loads }: Two, hits: number): Promise<[Ledger, Ledger]> {
  const [dying, staying] = loads;
  await reached(dying, hits);
  await one.stop('SIGKILL');
  await dying.closed;
  await more(staying, hits);
  await staying.stop();
  expect(staying.ledger.refused.size).toBe(0);
  return [dying.ledger, staying.ledger];
}

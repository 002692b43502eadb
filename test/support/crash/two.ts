import { expect } from '@jest/globals';
import { startProcess } from '../process.ts';
import { temporaryFolder } from '../server.ts';
import type { Ledger } from './ledger.ts';
import { type Load, more, reached, startLoad } from './load.ts';
import { createSite, expectNothingWrong, type Site } from './site.ts';

/** Clients of each server. */
export const CONNECTIONS = 32;

type Server = Awaited<ReturnType<typeof startProcess>>;

/** Two servers on one database, whose clients record the same visitors of the same websites. */
export interface Two {
  site: Site;
  servers: [Server, Server];
  loads: [Load, Load];
  /** What of the paths of all hits is the same. */
  name: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts two, on a database of this run. Use them with `await using`. */
export async function startTwo(name: string): Promise<Two> {
  const temporary = await temporaryFolder();
  const site = await createSite(temporary.folder);
  const one = await startProcess(temporary.folder, site.env);
  const other = await startProcess(temporary.folder, site.env);
  const load = ({ url }: Server, index: number) =>
    startLoad({ url, websites: site.websites, name: `${name}/${index}`, connections: CONNECTIONS });
  return {
    ...{ site, name, servers: [one, other], loads: [load(one, 0), load(other, 1)] },
    async [Symbol.asyncDispose]() {
      for (const disposable of [one, other, temporary]) await disposable[Symbol.asyncDispose]();
    },
  };
}

/** Has each record so many hits, and stops their clients. */
export async function recordOnBoth({ loads }: Two, hits: number): Promise<void> {
  await Promise.all(loads.map((load) => reached(load, hits)));
  await Promise.all(loads.map((load) => load.stop()));
}

/** Nothing was refused, lost or counted twice, and no server had anything to complain of. */
export async function expectAllRecorded({ site, name, servers, loads }: Two): Promise<void> {
  const ledgers = loads.map(({ ledger }) => ledger);
  const { stored } = await expectNothingWrong(site, name, ledgers);
  expect(stored.size).toBe(ledgers.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0));
  expect(ledgers.map(({ refused }) => refused.size)).toEqual([0, 0]);
  for (const { lines } of servers) expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
}

/**
 * Kills one when it has recorded so many hits; the other records as many more, and refuses none.
 * @returns what the clients of each know.
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

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { startProcess } from '../process.ts';
import { startLoad } from './load.ts';
import { readStatistics, type Site } from './site.ts';

/** A program for `node --eval` that copies a file. */
export const COPY = 'require("node:fs").copyFileSync(process.argv[1], process.argv[2])';

/** Returns `test` if the system supports it; otherwise prints a message and returns `test.skip`. */
export function testWhere(possible: boolean, needs: string) {
  if (!possible) process.stderr.write(`Skipped, because this system does not let us ${needs}.\n`);
  return possible ? test : test.skip;
}

export type Server = Awaited<ReturnType<typeof startProcess>>;

/** Starts a server under a light load. */
export async function startLoaded(site: Site, folder: string, under: string[] = []) {
  const server = await startProcess(folder, site.env, under);
  const load = startLoad({ url: server.url, websites: site.websites, name: 'hit', connections: 8, pause: 5 });
  await load.until(({ acknowledged }) => acknowledged.size >= 50);
  return { server, load };
}

/** The status of /readyz. */
export const ready = async ({ url }: Server) => (await fetch(`${url}/readyz`)).status;

/** Waits until 200 more hits are rejected, then checks the statistics and the log of the server. */
export async function expectFault(
  server: Server,
  load: ReturnType<typeof startLoad>,
  site: Site,
  cause: string,
) {
  await load.until(({ refused }) => refused.size > 0);
  // On a disk that is nearly full, a small batch may still fit after a large one was rejected.
  while ((await ready(server)) !== 503) await sleep(50);
  const { size } = load.ledger.refused;
  await load.until(({ refused }) => refused.size >= size + 200);
  expect(await readStatistics(server.url, site.key)).toEqual([200, 200]);
  const told = server.lines.filter((line) => line.cause === cause);
  expect(told).toHaveLength(1);
  expect(told[0]?.msg).toMatch(/^Hits cannot be stored and are answered with 503\. .*footfall\.db/);
  return told[0]?.msg ?? '';
}

/** Waits until hits are stored again, then checks that the server is ready and answered every hit. */
export async function expectRecovery(server: Server, load: ReturnType<typeof startLoad>) {
  const { size } = load.ledger.acknowledged;
  await load.until(({ acknowledged }) => acknowledged.size >= size + 50);
  await server.says(/^Hits are stored again/);
  expect(await ready(server)).toBe(200);
  await load.stop();
  expect(load.ledger.unanswered.size).toBe(0);
}

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import type { Ledger } from '../support/crash/ledger.ts';
import { type Load, startLoad } from '../support/crash/load.ts';
import { createSite, expectNothingWrong, LONG, type Site } from '../support/crash/site.ts';
import { startProcess } from '../support/process.ts';
import { seededRandom, temporaryFolder } from '../support/server.ts';

const ROUNDS = Number(process.env.FOOTFALL_ROUNDS ?? (LONG ? 20 : 4));
const SEED = process.env.FOOTFALL_SEED ?? randomBytes(4).toString('hex');
process.stderr.write(`The moments are drawn from FOOTFALL_SEED=${SEED}\n`);

const CONNECTIONS = 64;
const WITHIN_MS = 10_000;
const MINUTE = 60_000;

/** Numbers from 0 to below `limit`, drawn from the seed. */
function dice(purpose: string): (limit: number) => number {
  const random = seededRandom(`${SEED} ${purpose}`);
  return (limit) => Buffer.from(random(4)).readUInt32BE() % limit;
}

/** Puts a server under load, up to a moment that is drawn. */
async function loadToMoment(
  url: string,
  { websites }: Site,
  name: string,
  draw: (limit: number) => number,
): Promise<Load> {
  const load = startLoad({ url, websites, name, connections: CONNECTIONS });
  // Counted in answers, so that a slow machine is not stopped before it has begun.
  const answers = draw(3_000);
  await load.until(({ acknowledged }) => acknowledged.size >= answers);
  await sleep(draw(20));
  return load;
}

test(
  `a server killed ${ROUNDS} times under load has lost nothing that it acknowledged, and counted nothing twice`,
  async () => {
    await using temporary = await temporaryFolder();
    const site = await createSite(temporary.folder);
    const draw = dice('SIGKILL');
    const ledgers: Ledger[] = [];
    let unanswered = 0;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const server = await startProcess(temporary.folder, site.env);
      // Beside this server, which had to put in order what the last one left.
      const last = ledgers.at(-1);
      const checked = last && expectNothingWrong(site, `kill${round - 1}`, [last]);
      const load = await loadToMoment(server.url, site, `kill${round}`, draw);
      await server.stop('SIGKILL');
      await Promise.all([load.closed, checked]);
      ledgers.push(load.ledger);
      unanswered += load.ledger.unanswered.size;
    }
    await using _last = await startProcess(temporary.folder, site.env);
    // The kills came in the middle of it.
    expect(unanswered).toBeGreaterThanOrEqual(ROUNDS);
    await expectNothingWrong(site, 'kill%', ledgers);
  },
  ROUNDS * MINUTE,
);

test(
  `a server told ${ROUNDS} times to stop under load answers what it accepted, and ends with 0 in time`,
  async () => {
    await using temporary = await temporaryFolder();
    const site = await createSite(temporary.folder);
    const draw = dice('SIGTERM');
    let checked: Promise<void> | undefined;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const server = await startProcess(temporary.folder, site.env);
      const load = await loadToMoment(server.url, site, `term${round}`, draw);
      const late = await announceHit(server.url, site.websites[0] ?? '', `/term${round}/late`);
      const told = performance.now();
      const stopped = server.stop('SIGTERM');
      await server.says(/^SIGTERM: finishing/);
      expect(await late.send()).toMatch(/^HTTP\/1\.1 202 /);
      load.ledger.sent.add(`/term${round}/late`);
      load.ledger.acknowledged.add(`/term${round}/late`);
      expect(await stopped).toBe(0);
      expect(performance.now() - told).toBeLessThan(WITHIN_MS);
      expect(server.lines.at(-1)?.msg).toBe('Stopped');
      await Promise.all([load.closed, checked]);
      // Beside the next server.
      checked = expectNothingWrong(site, `term${round}`, [load.ledger]).then(({ stored }) =>
        // What it took in, it answered: nothing is stored whose sender was not told so.
        expect(stored).toEqual(load.ledger.acknowledged),
      );
    }
    await checked;
  },
  ROUNDS * MINUTE,
);

/** Sends the head of a hit, waits until the server has accepted it (100 Continue), and leaves the body to `send`. */
async function announceHit(url: string, website: string, path: string) {
  const body = JSON.stringify({ website, page: `https://example.com${path}` });
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('latin1');
  socket.write(
    `POST /api/event HTTP/1.1\r\nHost: x\r\nUser-Agent: Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  const [go] = await once(socket, 'data');
  expect(go).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  return {
    async send(): Promise<string> {
      socket.write(body);
      const [answer] = await once(socket, 'data');
      socket.destroy();
      return answer;
    },
  };
}

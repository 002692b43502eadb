import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { MIN_HITS } from '../../src/engine/columns/chunks/smallDays.ts';
import { readChunkedHits } from '../support/crash/chunks.ts';
import { extrasOfPath, extrasText } from '../support/crash/extras.ts';
import type { Ledger } from '../support/crash/ledger.ts';
import { type Load, startLoad } from '../support/crash/load.ts';
import { createSite, expectNothingWrong, LONG, type Site } from '../support/crash/site.ts';
import { randomMoments } from '../support/moments.ts';
import { startProcess } from '../support/process.ts';
import { temporaryFolder } from '../support/server.ts';

const ROUNDS = Number(process.env.FOOTFALL_ROUNDS ?? (LONG ? 20 : 1));

const CONNECTIONS = 64;
/** The days of both websites have chunks with these hits, also if some connections send more than others. */
const ENOUGH = 2 * MIN_HITS + 2 * CONNECTIONS;

/**
 * Puts a server under load until a random moment.
 * @param least the fewest hits that are acknowledged before it.
 */
async function loadToMoment(
  url: string,
  { websites }: Site,
  name: string,
  draw: (limit: number) => number,
  least = 0,
): Promise<Load> {
  const load = startLoad({ url, websites, name, connections: CONNECTIONS });
  // Counted in responses, so that the server has started working even on a slow machine.
  const answers = least + draw(LONG ? 3_000 : 1_000);
  await load.until(({ acknowledged }) => acknowledged.size >= answers);
  await sleep(draw(20));
  return load;
}

test(`a server killed ${ROUNDS} times under load loses no acknowledged hit, counts none twice`, async () => {
  await using temporary = await temporaryFolder();
  const site = await createSite(temporary.folder);
  const draw = randomMoments('SIGKILL');
  const ledgers: Ledger[] = [];
  let unanswered = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const server = await startProcess(temporary.folder, site.env);
    // Checks the previous round while this server runs, which had to recover the database.
    const last = ledgers.at(-1);
    const checked = last && expectNothingWrong(site, `kill${round - 1}`, [last]);
    const load = await loadToMoment(server.url, site, `kill${round}`, draw, ENOUGH);
    await server.stop('SIGKILL');
    await Promise.all([load.closed, checked]);
    ledgers.push(load.ledger);
    unanswered += load.ledger.unanswered.size;
  }
  await using _last = await startProcess(temporary.folder, site.env);
  // Proves that requests were in flight at the kills.
  expect(unanswered).toBeGreaterThanOrEqual(ROUNDS);
  const { stored } = await expectNothingWrong(site, 'kill%', ledgers);
  // Each hit has its properties and revenue, in the database (audit.ts) and in the chunks of its day.
  const { hits, chunks, wrong } = await readChunkedHits(site.url);
  expect(hits.sort()).toEqual([...stored].map((path) => [path, extrasText(extrasOfPath(path))]).sort());
  expect(wrong).toEqual([]);
  // Both websites have hits, on a day or two.
  expect(chunks).toBeGreaterThanOrEqual(site.websites.length);
});

test(`a server stopped under load answers accepted hits and exits with 0 (stops: ${ROUNDS})`, async () => {
  await using temporary = await temporaryFolder();
  const site = await createSite(temporary.folder);
  const draw = randomMoments('SIGTERM');
  let checked: Promise<void> | undefined;
  for (let round = 1; round <= ROUNDS; round += 1) {
    const server = await startProcess(temporary.folder, site.env);
    const load = await loadToMoment(server.url, site, `term${round}`, draw);
    const late = await announceHit(server.url, site.websites[0] ?? '', `/term${round}/late`);
    const stopped = server.stop('SIGTERM');
    await server.says(/^Received SIGTERM: finishing/);
    expect(await late.send()).toMatch(/^HTTP\/1\.1 202 /);
    load.ledger.sent.add(`/term${round}/late`);
    load.ledger.acknowledged.add(`/term${round}/late`);
    expect(await stopped).toBe(0);
    expect(server.lines.at(-1)?.msg).toBe('Stopped');
    await Promise.all([load.closed, checked]);
    // Checked while the next server runs.
    checked = expectNothingWrong(site, `term${round}`, [load.ledger]).then(({ stored }) =>
      // Every stored hit was acknowledged.
      expect(stored).toEqual(load.ledger.acknowledged),
    );
  }
  await checked;
});

/** Sends the head of a hit and waits until the server accepts it (100 Continue). `send` sends the body. */
async function announceHit(url: string, website: string, path: string) {
  const body = JSON.stringify({ website, page: `https://example.com${path}` });
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.setEncoding('latin1');
  socket.write(
    'POST /api/event HTTP/1.1\r\nHost: x\r\nUser-Agent: Mozilla/5.0 (Windows NT 10.0) Chrome/142.0.0.0\r\n' +
      `Expect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
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

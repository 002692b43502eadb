import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { dice } from '../../src/demo/random.ts';
import type { Client, UserAgentParser } from '../../src/ingest/device/userAgent.ts';
import type { LabelledSet } from './accuracyCases.ts';
import { TRACKING_ID, withDatabase, withWebsite } from './database.ts';
import type { Place } from './place.ts';
import { type Measured, startFootfall } from './servers.ts';

/** The number of hits sent per second, regardless of the server's responses. */
const RATE = 500;
/** The User-Agent of an ordinary visitor. */
const ORDINARY =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) ' +
  'Chrome/142.0.0.0 Safari/537.36';
/** The User-Agents that an HTTP header can contain; only the parser is tested with the others. */
const SENDABLE = /^[\t\x20-\x7e\x80-\xff]+$/;

/** The performance under a load: hits answered per second, and latencies in ms since each hit was due. */
export interface Pace {
  perSecond: number;
  p50: number;
  p99: number;
  /** CPU time of the server in ms per hit. */
  cpu: number;
}

export interface ThroughServer {
  /** Returns the recorded values. Throws for a user agent that was not sent. */
  parse: UserAgentParser;
  isSent(userAgent: string): boolean;
  unusual: Pace;
  ordinary: Pace;
}

function send(url: string, agent: http.Agent, userAgent: string, index: number): Promise<void> {
  const body = JSON.stringify({ website: TRACKING_ID, page: `https://shop.example/${index}` });
  const headers = {
    'content-type': 'text/plain',
    'content-length': Buffer.byteLength(body),
    'user-agent': userAgent,
    // Each hit comes from a different visitor.
    'x-forwarded-for': `81.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`,
  };
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/api/event`, { agent, method: 'POST', headers }, (response) => {
      response.resume();
      response.on('end', () => {
        const dropped = response.headers['x-footfall-dropped'];
        if (response.statusCode === 202 && dropped === undefined) resolve();
        else reject(new Error(`${response.statusCode} ${dropped ?? ''} for ${userAgent}`));
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends one hit for each user agent at a constant rate, however long the responses take. */
async function load(server: Measured, userAgents: readonly string[]): Promise<Pace> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
  const latencies: number[] = [];
  // The first hit waits until the detector has been loaded, which takes up to a second after the start.
  await send(server.url, agent, ORDINARY, userAgents.length);
  const cpuBefore = server.cpu();
  const started = performance.now();
  const hits = userAgents.map(async (userAgent, index) => {
    const due = (index * 1_000) / RATE;
    await sleep(due);
    await send(server.url, agent, userAgent, index);
    latencies.push(performance.now() - started - due);
  });
  await Promise.all(hits);
  const seconds = (performance.now() - started) / 1_000;
  const cpu = ((server.cpu() - cpuBefore) * 1_000) / userAgents.length;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN;
  return { perSecond: userAgents.length / seconds, p50: at(0.5), p99: at(0.99), cpu };
}

function shuffled(userAgents: readonly string[]): string[] {
  const random = dice(20261121);
  return userAgents
    .map((userAgent) => [random.next(), userAgent] as const)
    .sort(([a], [b]) => a - b)
    .map(([, userAgent]) => userAgent);
}

async function onFreshServer<T>(
  place: Place,
  name: string,
  use: (server: Measured, database: string) => Promise<T>,
) {
  const database = await withWebsite(await place.empty(name), { excludeBots: false });
  const server = await startFootfall(database);
  try {
    return await use(server, database);
  } finally {
    await server.stop();
  }
}

async function recorded(database: string, userAgents: readonly string[]): Promise<Map<string, Client>> {
  const visits = await withDatabase(database, ({ read }) =>
    read.visit.findMany({ select: { path: true, browser: true, os: true, device: true } }),
  );
  return new Map(
    visits.map(({ path, ...client }) => [userAgents[Number(path.slice(1))] ?? '', client] as const),
  );
}

/**
 * Sends the browsers of the sets to a freshly started built server, each user agent once, and as many
 * ordinary hits to another fresh server.
 */
export async function throughServer(sets: readonly LabelledSet[], place: Place): Promise<ThroughServer> {
  const browsers = sets.flatMap(({ cases }) => cases.filter(({ kind }) => kind !== 'crawler'));
  const userAgents = shuffled(
    [...new Set(browsers.map(({ userAgent }) => userAgent))].filter((one) => SENDABLE.test(one)),
  );
  const ordinary = await onFreshServer(place, 'ordinary', (server) =>
    load(
      server,
      userAgents.map(() => ORDINARY),
    ),
  );
  return onFreshServer(place, 'unusual', async (server, database) => {
    const unusual = await load(server, userAgents);
    const clients = await recorded(database, userAgents);
    return {
      parse(userAgent) {
        const client = clients.get(userAgent);
        if (client === undefined) throw new Error(`Not recorded: ${userAgent}`);
        return client;
      },
      isSent: (userAgent) => SENDABLE.test(userAgent),
      unusual,
      ordinary,
    };
  });
}

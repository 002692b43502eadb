import { type Fact, factsOf } from '../oracle.ts';
import { startTestServer, type TestServer, temporaryFolder } from '../server.ts';
import { writePlaces } from './places.ts';
import { type Moment, schedule } from './schedule.ts';
import { EXCLUDE_IPS } from './tables.ts';
import { dice, type Sending, type Site, thrower } from './traffic.ts';

const SEED = 20_261_121;
const SITES: Record<string, string>[] = [
  { domain: 'alpha.test', timezone: 'Europe/Berlin', exclude_ips: EXCLUDE_IPS },
  { domain: 'beta.test', timezone: 'America/New_York', exclude_bots: '0' },
  { domain: 'gamma.test', timezone: 'Australia/Lord_Howe' },
];

async function register(server: TestServer, settings: Record<string, string>): Promise<Site> {
  const { domain = '', ...rest } = settings;
  const body = new URLSearchParams({ url: `https://www.${domain}/`, ...rest });
  const response = await server.call('/api/v1/websites', { method: 'POST', body });
  const { data } = (await response.json()) as {
    data: { id: number; tracking_id: string; exclude_bots: number; exclude_ips: string | null };
  };
  return {
    id: data.id,
    trackingId: data.tracking_id,
    domain,
    timezone: rest.timezone ?? '',
    excludesBots: data.exclude_bots === 1,
    excludesAddresses: data.exclude_ips !== null,
  };
}

/** @returns a description of the error if the response is wrong; otherwise null. */
async function send(server: TestServer, { path, init, dropped }: Sending): Promise<string | null> {
  const response = await server.call(path, { ...init, key: null });
  const said = [response.status, response.headers.get('x-footfall-dropped')];
  const right = [202, dropped?.reason ?? null];
  if (`${said}` === `${right}`) return null;
  return `${said} instead of ${right}: ${path} ${init.body} from ${init.headers['user-agent']}`;
}

export interface Sent {
  server: TestServer;
  /** The websites in Europe/Berlin, America/New_York and Australia/Lord_Howe. */
  sites: Site[];
  moments: Moment[];
  /** The expected occurrences. */
  facts: Fact[];
  /** Descriptions of wrong responses. */
  refusals: string[];
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts a server and sends it some 2,000 hits over HTTP; hits with the same timestamp are sent concurrently.
 */
export async function sendTraffic(): Promise<Sent> {
  const folder = await temporaryFolder();
  const server = await startTestServer({ env: { GEO_DATABASE: await writePlaces(folder.folder) } });
  const sites: Site[] = [];
  for (const settings of SITES) sites.push(await register(server, settings));
  const moments = schedule(sites, thrower(dice(SEED)));
  const refusals: string[] = [];
  for (const { at, sendings } of moments) {
    server.setTime(at);
    const answers = await Promise.all(sendings.map((sending) => send(server, sending)));
    refusals.push(...answers.filter((answer) => answer !== null));
  }
  const hits = moments.flatMap(({ sendings }) => sendings.flatMap(({ hit }) => (hit ? [hit] : [])));
  return {
    server,
    sites,
    moments,
    facts: factsOf(hits),
    refusals,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

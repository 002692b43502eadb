/**
 * `npm run bench:ingest`: measures the rate at which the built server, as shipped, commits hits. Compares it
 * with the rates at which bare node:http and Koa (with @koa/bodyparser) servers answer the same requests. See
 * docs/performance.md.
 *
 *   --seconds 30 --rounds 3 --connections 64
 *   --stored 10000000   instead: compares a database with this many hits with an empty one
 *   --flood             instead: each request has a new address and a new user agent; compares it with the
 *                       ordinary mix (a few of the invented user agents are taken for crawlers and dropped)
 *   --properties        instead: one hit in ten is an event, and all hits have five properties; compares them
 *                       with the same hits without properties
 *   --soak 300          instead: measures memory ten times during this many seconds of load
 *   --database postgresql://…   a PostgreSQL server, whose user may create databases; default: SQLite
 *   --profile DIR       writes a CPU profile of each thread of the server
 */
import { parseArgs } from 'node:util';
import { type Contender, contest, medianRate, type Round, standings } from './contest.ts';
import { counts, TRACKING_ID, withDatabase, withWebsite } from './database.ts';
import { filled } from './fill.ts';
import { hasWrk } from './load.ts';
import { eventRequests, rawRequests } from './mix.ts';
import { openPlace } from './place.ts';
import { type Measured, startBare, startFootfall } from './servers.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    stored: { type: 'string' },
    flood: { type: 'boolean', default: false },
    properties: { type: 'boolean', default: false },
    soak: { type: 'string' },
    profile: { type: 'string' },
    database: { type: 'string' },
  },
});
/** More requests than a server answers in a round, so that each is sent only once. */
const STRANGERS = 300_000;
const PIECES = 10;
const [WITH_PROPERTIES, WITHOUT] = ['with five properties', 'without'];
/** The least rate with five properties, relative to that without. */
const PROPERTIES_BAR = 0.8;

const place = await openPlace(values.database);
const { folder } = place;
const newDatabase = async (name: string) => withWebsite(await place.empty(name));
const flags = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [];
const ordinary = rawRequests(TRACKING_ID, 20_000);
const databases: { url: string; before: number }[] = [];
const servers: Measured[] = [];

async function footfall(database: Promise<string>): Promise<Measured> {
  const url = await database;
  databases.push({ url, before: (await counts(url)).hits });
  return started(startFootfall(url, flags));
}

async function started(starting: Promise<Measured>): Promise<Measured> {
  const server = await starting;
  servers.push(server);
  return server;
}

async function contenders(): Promise<Contender[]> {
  const one = (name: string, server: Measured): Contender => ({ name, server, requests: () => ordinary });
  const server = await footfall(values.stored ? filled(place, Number(values.stored)) : newDatabase('ingest'));
  if (values.soak) return [one('Footfall', server)];
  if (values.stored) {
    const empty = await footfall(newDatabase('empty'));
    return [one(`with ${values.stored} hits`, server), one('empty', empty)];
  }
  if (values.flood) {
    const strangers = (round: number) => rawRequests(TRACKING_ID, STRANGERS, { strangers: round });
    return [{ name: 'flood', server, requests: strangers }, one('ordinary', server)];
  }
  if (values.properties) {
    const without = await footfall(newDatabase('without'));
    return [
      { name: WITH_PROPERTIES, server, requests: () => eventRequests(TRACKING_ID, 20_000, true) },
      { name: WITHOUT, server: without, requests: () => eventRequests(TRACKING_ID, 20_000, false) },
    ];
  }
  const [koa, node] = [await started(startBare('koa')), await started(startBare('node'))];
  return [one('Footfall', server), one('bare Koa', koa), one('bare node:http', node)];
}

const rules = {
  rounds: values.soak ? PIECES : Number(values.rounds),
  seconds: values.soak ? Number(values.soak) / PIECES : Number(values.seconds),
  connections: Number(values.connections),
  folder,
};
const memory: number[] = [];
let most = 0;
let results: Round[] = [];
try {
  const all = await contenders();
  results = await contest(all, rules, () => {
    const ours = servers[0]?.memory();
    memory.push(Math.round(ours?.now ?? 0));
    most = Math.round(ours?.most ?? 0);
  });
} finally {
  await Promise.all(servers.map((server) => server.stop()));
}

// The client did not count requests in flight at the end of a round, but the server may have stored them.
const names = new Set(['bare Koa', 'bare node:http']);
const ours = results.filter(({ name }) => !names.has(name));
const acknowledged = ours.reduce((sum, { requests }) => sum + requests, 0);
let stored = 0;
let dropped = 0;
for (const { url, before } of databases) {
  const now = await counts(url);
  stored += now.hits - before;
  dropped += now.dropped;
}
const failed = results.reduce((sum, round) => sum + round.failed, 0);
const right =
  failed === 0 &&
  (dropped === 0 || values.flood) &&
  stored + dropped >= acknowledged &&
  stored + dropped <= acknowledged + ours.length * rules.connections;
/** Stored hits with properties of the first database. */
const withProperties = await withDatabase(databases[0]?.url ?? '', ({ read }) =>
  read.hit.count({ where: { properties: { not: null } } }),
);
await place.clear();

const loads = `${results.length} alternating loads of ${rules.seconds} s, ${rules.connections} connections`;
const client = (await hasWrk()) ? 'wrk' : 'a client in Node';
const verdict = right ? 'every acknowledged hit is in the database' : 'WRONG';
process.stdout.write(`${loads} by ${client}; medians.

${standings(results)}

Resident memory of ${ours[0]?.name} after each load, MB: ${memory.join(' ')}; at most ${most}.
Acknowledged ${acknowledged}, stored ${stored}, dropped ${dropped}, failed ${failed}: ${verdict}.
`);
if (values.properties) {
  const share = medianRate(results, WITH_PROPERTIES) / medianRate(results, WITHOUT);
  process.stdout.write(`${withProperties} hits have properties.
With five properties / without: ${(100 * share).toFixed(1)} %; target at least ${100 * PROPERTIES_BAR} %.
`);
}
if (!right) process.exitCode = 1;

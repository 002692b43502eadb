/**
 * `npm run bench:ingest`: the rate at which hits are committed, by the built server as shipped, beside what a bare node:http
 * server and a bare Koa with @koa/bodyparser answer in the same run, to the same requests. See docs/performance.md.
 *
 *   --seconds 30 --rounds 3 --connections 64
 *   --stored 10000000   instead: with so many hits in the database, beside an empty one
 *   --flood             instead: every request from a new address with a new user agent, beside the ordinary mix (a few of the
 *                       made-up user agents are taken for crawlers, and counted as dropped)
 *   --soak 300          instead: memory, ten times in so many seconds of load
 *   --database postgresql://…   on a server of PostgreSQL, with a user who may create databases; on SQLite by default
 *   --profile DIR       writes a processor profile of each of the server's threads
 */
import { parseArgs } from 'node:util';
import { type Contender, contest, type Round, standings } from './contest.ts';
import { counts, TRACKING_ID, withWebsite } from './database.ts';
import { filled } from './fill.ts';
import { hasWrk } from './load.ts';
import { rawRequests } from './mix.ts';
import { openPlace } from './place.ts';
import { type Measured, startBare, startFootfall } from './servers.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    stored: { type: 'string' },
    flood: { type: 'boolean', default: false },
    soak: { type: 'string' },
    profile: { type: 'string' },
    database: { type: 'string' },
  },
});
/** More than a server takes in a round: each is sent once. */
const STRANGERS = 300_000;
const PIECES = 10;

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
    const strangers = (round: number) => rawRequests(TRACKING_ID, STRANGERS, round);
    return [{ name: 'flood', server, requests: strangers }, one('ordinary', server)];
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

// What was under way when a round ended was not counted by the client, but may be stored.
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
await place.clear();

process.stdout.write(`${results.length} loads of ${rules.seconds} s, taking turns, ${rules.connections} connections by ${(await hasWrk()) ? 'wrk' : 'a client in Node'}; medians.

${standings(results)}

Resident memory of ${ours[0]?.name} after each load, MB: ${memory.join(' ')}; at most ${most}.
Acknowledged ${acknowledged}, stored ${stored}, dropped ${dropped}, failed ${failed}: ${right ? 'every acknowledged hit is in the database' : 'WRONG'}.
`);
if (!right) process.exitCode = 1;

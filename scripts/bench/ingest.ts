/**
 * `npm run bench:ingest`: the rate at which hits are committed, by the built server as shipped, beside what a bare node:http
 * server and a bare Koa with @koa/bodyparser answer in the same run, to the same requests. See docs/performance.md.
 *
 *   --seconds 30 --rounds 3 --connections 64
 *   --profile DIR   writes a processor profile of the server
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { counts, newDatabase, TRACKING_ID } from './database.ts';
import { hasWrk, type Load, load } from './load.ts';
import { rawRequests } from './mix.ts';
import { type Measured, startBare, startFootfall } from './servers.ts';
import { median, table } from './table.ts';

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '64' },
    profile: { type: 'string' },
  },
});
const [seconds, rounds, connections] = [values.seconds, values.rounds, values.connections].map(Number) as [
  number,
  number,
  number,
];

interface Round extends Load {
  name: string;
  /** µs of processor time for one request. */
  cpu: number;
}

const folder = await mkdtemp(path.join(tmpdir(), 'footfall-bench-'));
const database = await newDatabase(folder, 'ingest');
const requests = rawRequests(TRACKING_ID, 20_000);
const flags = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [];

async function measure(server: Measured): Promise<Round> {
  const before = server.cpu();
  const result = await load({ url: `${server.url}/api/event`, requests, connections, seconds, folder });
  const cpu = ((server.cpu() - before) / result.requests) * 1e6;
  return { ...result, name: server.name, cpu };
}

const footfall = await startFootfall(database, flags);
const [koa, node] = [await startBare('koa'), await startBare('node')];
const results: Round[] = [];
const lines: string[] = [];
try {
  for (let round = 1; round <= rounds; round++) {
    for (const server of [footfall, koa, node]) {
      const result = await measure(server);
      results.push(result);
      process.stderr.write(`round ${round}: ${server.name} ${result.perSecond.toFixed(0)} a second\n`);
    }
  }
  const { now, most } = footfall.memory();
  lines.push(`Memory of Footfall: ${now.toFixed(0)} MB resident, ${most.toFixed(0)} MB at most.`);
} finally {
  await Promise.all([footfall, koa, node].map((server) => server.stop()));
}

// What was under way when a round ended was not counted by the client, but may be stored.
const acknowledged = results
  .filter(({ name }) => name === 'footfall')
  .reduce((sum, r) => sum + r.requests, 0);
const { hits, dropped } = await counts(database);
const lost = dropped > 0 || hits < acknowledged || hits > acknowledged + rounds * connections;
const failed = results.reduce((sum, r) => sum + r.failed, 0);
await rm(folder, { recursive: true });

const of = (name: string, value: (round: Round) => number) =>
  median(results.filter((r) => r.name === name).map(value));
const rate = (name: string) => of(name, (r) => r.perSecond);
const rows = ['footfall', 'bare Koa', 'bare node:http'].map((name) => [
  name,
  rate(name).toFixed(0),
  of(name, (r) => r.p50).toFixed(1),
  of(name, (r) => r.p99).toFixed(1),
  of(name, (r) => r.cpu).toFixed(0),
  `${((rate('footfall') / rate(name)) * 100).toFixed(0)} %`,
]);
process.stdout.write(`${rounds} rounds of ${seconds} s, taking turns, ${connections} connections by ${(await hasWrk()) ? 'wrk' : 'a client in Node'}; medians.

${table([['server', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs', 'Footfall is'], ...rows])}

${lines.join('\n')}
Acknowledged ${acknowledged}, stored ${hits}, dropped ${dropped}, failed ${failed}: ${lost || failed > 0 ? 'WRONG' : 'every acknowledged hit is in the database'}.
`);
if (lost || failed > 0) process.exitCode = 1;

/**
 * `npm run bench:scale`: measures how the rate of hits and their CPU time depend on the number of websites,
 * on whether visitors are new, and on the number of instances. Rates are compared with one website and
 * returning visitors in the same run. See docs/performance.md.
 *
 *   --websites 1,50,1000 --visitors returning,new --instances 1
 *   --seconds 10 --rounds 2 --connections 64
 *   --database postgresql://…   a PostgreSQL server, whose user may create databases; default: SQLite
 *   --distributed               distributes the databases; the server must be the coordinator of Citus
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { distribute } from '../../src/db/postgresql/citus/distribute.ts';
import { openCluster } from '../../test/support/postgresql/cluster.mjs';
import { type CommitCounter, countCommits } from './commits.ts';
import { databaseCpu } from './cpu.ts';
import { benchWebsites, counts, withWebsite } from './database.ts';
import { type Load, load } from './load.ts';
import { openPlace } from './place.ts';
import { firstVisits, scaleRequests, type Visitors } from './scaleMix.ts';
import { type Measured, startFootfall, untilIdle } from './servers.ts';
import { median, table } from './table.ts';

const { values } = parseArgs({
  options: {
    websites: { type: 'string', default: '1,50,1000' },
    visitors: { type: 'string', default: 'returning,new' },
    instances: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '64' },
    database: { type: 'string' },
    distributed: { type: 'boolean', default: false },
  },
});
const numbers = (text: string) => text.split(',').map(Number);
const seconds = Number(values.seconds);
/** More requests than are answered in a round, so that each new visitor is sent only once. */
const REQUESTS = 12_000 * seconds;

interface Case {
  websites: number;
  visitors: Visitors;
  instances: number;
}

/** A case with its running servers and the results of its rounds. */
interface Prepared extends Case {
  url: string;
  servers: Measured[];
  databaseCpu: () => number;
  commits: CommitCounter;
  acknowledged: number;
  rounds: Result[];
}

interface Result {
  perSecond: number;
  p99: number;
  /** CPU time per hit in µs. */
  server: number;
  database: number;
  /** Hits in a transaction, transactions in two phases per hit, and statements planned by Citus per hit. */
  batch: number;
  prepared: number;
  byCitus: number;
}

const place = await openPlace(values.database);
const cluster = values.distributed && values.database ? await openCluster(values.database) : null;

/** Creates an empty database; on a cluster, on every machine. */
async function emptyDatabase(name: string): Promise<string> {
  if (!cluster) return place.empty(name);
  const database = `footfall_bench_${name}_${randomBytes(4).toString('hex')}`;
  await cluster.create(database);
  return cluster.url(database);
}

async function prepare(one: Case): Promise<Prepared> {
  const url = await withWebsite(
    await emptyDatabase(`scale_${one.websites}_${one.visitors}_${one.instances}`),
    {
      count: one.websites,
    },
  );
  if (values.distributed) await distribute(url);
  const commits = await countCommits(url);
  const servers: Measured[] = [];
  for (let index = 0; index < one.instances; index += 1) servers.push(await startFootfall(url));
  const prepared = {
    ...one,
    url,
    servers,
    commits,
    databaseCpu: await databaseCpu(url),
    acknowledged: 0,
    rounds: [],
  };
  await loadAll(prepared, 0, Math.max(3, Math.ceil(firstVisits(one.websites) / 1_500)));
  await untilIdle(servers);
  return prepared;
}

/** Sends one round of requests to all instances at once. */
async function loadAll(one: Prepared, round: number, duration: number): Promise<Load[]> {
  const requests = scaleRequests(benchWebsites(one.websites), {
    visitors: one.visitors,
    round,
    count: round === 0 ? firstVisits(one.websites) : REQUESTS,
  });
  const connections = Math.ceil(Number(values.connections) / one.instances);
  const each = Math.ceil(requests.length / one.instances);
  const loads = await Promise.all(
    one.servers.map(({ url }, index) =>
      load({
        url: `${url}/api/event`,
        connections,
        seconds: duration,
        folder: place.folder,
        requests: requests.slice(index * each, (index + 1) * each),
        name: `requests-${index}`,
      }),
    ),
  );
  one.acknowledged += loads.reduce((sum, { requests, failed }) => sum + requests - failed, 0);
  return loads;
}

async function measure(one: Prepared, round: number): Promise<void> {
  const cpu = () => ({
    server: one.servers.reduce((sum, server) => sum + server.cpu(), 0),
    database: one.databaseCpu(),
  });
  await one.commits.start();
  const before = cpu();
  const loads = await loadAll(one, round, seconds);
  const after = cpu();
  const { committed, prepared, byCitus } = await one.commits.stop();
  const hits = loads.reduce((sum, { requests }) => sum + requests, 0);
  const result = {
    perSecond: loads.reduce((sum, { perSecond }) => sum + perSecond, 0),
    p99: Math.max(...loads.map(({ p99 }) => p99)),
    server: ((after.server - before.server) / hits) * 1e6,
    database: ((after.database - before.database) / hits) * 1e6,
    batch: hits / committed,
    prepared: prepared / hits,
    byCitus: byCitus / hits,
  };
  one.rounds.push(result);
  process.stderr.write(`${nameOf(one)}: ${result.perSecond.toFixed(0)} a second\n`);
}

const nameOf = ({ websites, visitors, instances }: Case) =>
  [
    `${websites} website${websites === 1 ? '' : 's'}`,
    visitors,
    ...(instances === 1 ? [] : [`${instances} instances`]),
  ].join(', ');

const cases = numbers(values.instances).flatMap((instances) =>
  numbers(values.websites).flatMap((websites) =>
    values.visitors.split(',').map((visitors) => ({ websites, visitors: visitors as Visitors, instances })),
  ),
);
const prepared: Prepared[] = [];
const wrong: string[] = [];
try {
  for (const one of cases) prepared.push(await prepare(one));
  for (let round = 1; round <= Number(values.rounds); round += 1)
    for (const one of prepared) await measure(one, round);
} finally {
  await Promise.all(prepared.flatMap(({ servers }) => servers.map((server) => server.stop())));
}
for (const one of prepared) {
  const { hits, dropped } = await counts(one.url);
  // The client did not count requests in flight at the end of a round, but the server may have stored them.
  const most = one.acknowledged + (one.rounds.length + 1) * Number(values.connections) + one.instances;
  if (hits < one.acknowledged || hits > most || dropped > 0)
    wrong.push(`${nameOf(one)}: acknowledged ${one.acknowledged}, stored ${hits}, dropped ${dropped}`);
}
if (cluster) for (const { url } of prepared) await cluster.drop(new URL(url).pathname.slice(1));
await place.clear();

const of = (one: Prepared, value: (result: Result) => number) => median(one.rounds.map(value));
const rate = (one: Prepared | undefined) => (one ? of(one, ({ perSecond }) => perSecond) : Number.NaN);
const COUNTS = ['hits/commit', 'prepared/hit', 'by Citus/hit'];
const shown = (value: number) => (Number.isNaN(value) ? '' : value.toFixed(2));
const rows = prepared.map((one) => [
  nameOf(one),
  rate(one).toFixed(0),
  `${((rate(one) / rate(prepared[0])) * 100).toFixed(0)} %`,
  of(one, ({ p99 }) => p99).toFixed(1),
  of(one, ({ server }) => server).toFixed(0),
  of(one, ({ database }) => database).toFixed(0),
  ...(['batch', 'prepared', 'byCitus'] as const).map((name) => shown(of(one, (result) => result[name]))),
]);
const loads = `${values.rounds} alternating loads of ${seconds} s, ${values.connections} connections`;
const verdict =
  wrong.length === 0 ? 'Every acknowledged hit is in its database.' : `WRONG: ${wrong.join('; ')}`;
process.stdout.write(`${loads}; medians. CPU time is per hit.

${table([['', 'hits/s', 'of the first', 'p99 ms', 'server µs', 'database µs', ...COUNTS], ...rows])}

${verdict}
`);
if (wrong.length > 0) process.exitCode = 1;

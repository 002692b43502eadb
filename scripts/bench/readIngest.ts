/**
 * `npm run bench:read-ingest`: measures the rate at which hits are committed, first alone and then during
 * continuous reads on 8 connections. The read is the most expensive one: the overview of the hits' website
 * over the year up to today, so that no result can be cached. See docs/performance.md.
 *
 *   --hits 10000000 --seconds 10 --rounds 3
 */
import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { counts, TRACKING_ID } from './database.ts';
import { type Load, load } from './load.ts';
import { rawRequests } from './mix.ts';
import { openPlace } from './place.ts';
import { worldDatabase } from './read/fill.ts';
import { overviewQuestion, rawOf } from './read/questions.ts';
import { LAST_DAY } from './read/world.ts';
import { startFootfall } from './servers.ts';
import { median, table } from './table.ts';

const { values } = parseArgs({
  options: {
    hits: { type: 'string', default: '10000000' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
  },
});
const seconds = Number(values.seconds);
const place = await openPlace();
const { folder } = place;
const readFolder = await mkdtemp(path.join(tmpdir(), 'footfall-bench-'));
const url = await worldDatabase(place, Number(values.hits));
const before = await counts(url);
const server = await startFootfall(url, [], { RATE_LIMIT: '0' });

const hits = rawRequests(TRACKING_ID, 20_000);
const today = -Math.floor((Date.now() - LAST_DAY) / 86_400_000);
const overview = [rawOf(overviewQuestion(365, today))];
const write = () =>
  load({ url: `${server.url}/api/event`, requests: hits, connections: 64, seconds, folder });
const read = () => load({ url: server.url, requests: overview, connections: 8, seconds, folder: readFolder });

const alone: Load[] = [];
const beside: Load[] = [];
const reads: Load[] = [];
let log = 0;
await write(); // A warm-up.
try {
  for (let round = 0; round < Number(values.rounds); round++) {
    alone.push(await write());
    const [written, asked] = await Promise.all([write(), read()]);
    beside.push(written);
    reads.push(asked);
    log = Math.max(log, statSync(`${url.replace('file:', '')}-wal`).size);
    process.stderr.write(`round ${round + 1}: ${written.perSecond.toFixed(0)} hits a second\n`);
  }
} finally {
  await server.stop();
}
const acknowledged = [...alone, ...beside].reduce((sum, { requests }) => sum + requests, 0);
const stored = (await counts(url)).hits - before.hits;
const failed = [...alone, ...beside, ...reads].reduce((sum, one) => sum + one.failed, 0);
await place.clear();
await rm(readFolder, { recursive: true });

const of = (loads: readonly Load[], value: (one: Load) => number) => median(loads.map(value));
const row = (name: string, loads: readonly Load[]) => [
  name,
  of(loads, ({ perSecond }) => perSecond).toFixed(0),
  of(loads, ({ p50 }) => p50).toFixed(1),
  of(loads, ({ p99 }) => p99).toFixed(1),
];
const share = of(beside, ({ perSecond }) => perSecond) / of(alone, ({ perSecond }) => perSecond);
const rows = [
  ['', 'a second', 'p50 ms', 'p99 ms'],
  row('hits alone', alone),
  row('hits while reading', beside),
  row('overviews meanwhile', reads),
];
const kept = `${(share * 100).toFixed(0)} % of their rate`;
const grown = `${(log / 2 ** 20).toFixed(0)} MB`;
process.stdout.write(`${values.rounds} rounds of ${seconds} s, ${values.hits} hits stored; medians.

${table(rows)}

While reading, hits keep ${kept}. The write-ahead log grew to ${grown}. Failed: ${failed}.
Acknowledged at least ${acknowledged}, stored ${stored}.
`);
if (failed > 0 || stored < acknowledged) process.exitCode = 1;

/**
 * `npm run bench:live`: measures live streams on one instance of the built server. All streams and hits
 * belong to one website. See docs/performance.md.
 *
 * 1. Hits per second as fast as they are answered, first without streams and then beside them.
 * 2. At a fixed rate of hits: the time from the 202 of a hit to the message with it at a client, and the
 *    memory of a stream.
 *
 *   --streams 1000 --rate 1000 --seconds 10 --rounds 3
 *   --database postgresql://…   a PostgreSQL server, whose user may create databases; default: SQLite
 *   --profile DIR               writes a CPU profile of each thread of the server
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createApiKey, operator } from '../../src/auth/keys.ts';
import { readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { createContext, type Deps } from '../../src/request/context.ts';
import { root } from '../../src/root.ts';
import { TRACKING_ID, withDatabase, withWebsite } from './database.ts';
import { load } from './load.ts';
import { rawRequests } from './mix.ts';
import { openPlace } from './place.ts';
import { startFootfall } from './servers.ts';
import { median, table } from './table.ts';

const { values } = parseArgs({
  options: {
    streams: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '10' },
    rounds: { type: 'string', default: '3' },
    database: { type: 'string' },
    profile: { type: 'string' },
  },
});
const seconds = Number(values.seconds);
const streams = Number(values.streams);

interface Result {
  /** Messages per second, to all streams. */
  messages: number;
  lost: number;
  sent: number;
  failed: number;
  late: number;
  p50: number;
  p95: number;
  samples: number;
}

const place = await openPlace(values.database);
const url = await withWebsite(await place.empty('live'));
const key = await newKey(url);
const flags = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : [];
const server = await startFootfall(url, flags, { RATE_LIMIT: '0', LIVE_LIMIT: '0' });
const hits = rawRequests(TRACKING_ID, 20_000);
const file = path.join(place.folder, 'liveHits.txt');
await writeFile(file, `${hits.map((raw) => raw.replaceAll('\r\n', '\x01')).join('\n')}\n`);

function newKey(database: string): Promise<string> {
  return withDatabase(database, async (db) => {
    const config = readConfig({ DATABASE_URL: database });
    const log = createLog('warn', false);
    const deps = { db, now: Date.now, random: randomBytes, config, log };
    const context = createContext(deps as unknown as Deps, operator(1));
    return (await createApiKey({ name: 'bench' }, context)).key;
  });
}

type Written = Awaited<ReturnType<typeof write>>;

interface Clients {
  /** Closes the streams. Without a rate, they stay open until then. */
  close(): void;
  result: Promise<Result>;
}

/** Opens streams. @returns when all are open. */
async function openStreams(rate: number): Promise<Clients> {
  const program = path.join(root, 'scripts/bench/liveClient.ts');
  const args = [server.url, file, String(streams), String(seconds), String(rate), key];
  const child = spawn(process.execPath, ['--import=tsx', program, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    const result = new Promise<Result>((done) => {
      child.stdout.on('data', (chunk) => {
        output += chunk;
        if (output.startsWith('open\n')) resolve({ close: () => child.stdin.end(), result });
      });
      child.once('close', () => {
        const line = output.trim().split('\n').at(-1) ?? '';
        if (!line.startsWith('{')) reject(new Error('The clients failed.'));
        else done(JSON.parse(line) as Result);
      });
    });
  });
}

/** Sends hits as fast as they are answered. @returns also the CPU time of the server per hit, in ms. */
async function write() {
  const before = server.cpu();
  const target = { url: `${server.url}/api/event`, folder: place.folder };
  const result = await load({ ...target, requests: hits, connections: 64, seconds });
  return { ...result, cpuMs: ((server.cpu() - before) * 1_000) / result.requests };
}

const alone: Written[] = [];
const beside: Written[] = [];
const results: Result[] = [];
const memories: number[] = [];
let failed = 0;
await write(); // A warm-up.
try {
  for (let round = 1; round <= Number(values.rounds); round++) {
    const first = await write();
    const waiting = await openStreams(0);
    const second = await write();
    waiting.close();
    const { lost, messages } = await waiting.result;
    alone.push(first);
    beside.push(second);
    const before = server.memory().now;
    const paced = await openStreams(Number(values.rate));
    memories.push(((server.memory().now - before) * 1024) / streams);
    results.push(await paced.result);
    failed += first.failed + second.failed + lost + (results.at(-1)?.failed ?? 0);
    process.stderr.write(
      `round ${round}: ${first.perSecond.toFixed(0)} hits a second alone, ` +
        `${second.perSecond.toFixed(0)} beside (${messages.toFixed(0)} messages); ` +
        `${JSON.stringify(results.at(-1))}\n`,
    );
  }
} finally {
  await server.stop();
}
await place.clear();

const of = (value: (one: Result) => number) => median(results.map(value));
const rate = (all: Written[]) => median(all.map(({ perSecond }) => perSecond));
const cpu = (all: Written[]) => median(all.map(({ cpuMs }) => cpuMs));
const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
const row = (name: string, all: Written[]) => [name, rate(all).toFixed(0), cpu(all).toFixed(3)];
const rows = [
  ['hits as fast as they are answered', 'a second', 'CPU ms each'],
  row('without streams', alone),
  row(`beside ${streams} streams`, beside),
];
process.stdout.write(`${values.rounds} rounds of ${seconds} s; medians.

${table(rows)}

Beside the streams, hits keep ${percent(rate(beside) / rate(alone))} of their rate; \
by the CPU time of the server, ${percent(cpu(alone) / cpu(beside))}.
At ${(of(({ sent }) => sent) / seconds).toFixed(0)} hits a second, from 202 to message: \
p50 ${of(({ p50 }) => p50).toFixed(0)} ms, p95 ${of(({ p95 }) => p95).toFixed(0)} ms.
Messages a second: ${of(({ messages }) => messages).toFixed(0)}. \
Memory of a stream: ${median(memories).toFixed(0)} KB. Failed: ${failed}.
`);
if (failed > 0) process.exitCode = 1;

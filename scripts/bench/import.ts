/**
 * `npm run bench:import`: imports an access log by the command line, and compares its rate with the rate at
 * which the built server records the same hits over HTTP, and with GoAccess on the same log if it is
 * installed. See docs/performance.md.
 *
 *   --lines 2000000   of the log
 *   --seconds 20      of each load
 *   --connections 64
 *   --database postgresql://…   a PostgreSQL server, whose user may create databases; default: SQLite
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { root } from '../../src/root.ts';
import { counts, TRACKING_ID, withWebsite } from './database.ts';
import { requestsOfLog, writeLog } from './importLog.ts';
import { type Load, load } from './load.ts';
import { openPlace } from './place.ts';
import { startFootfall } from './servers.ts';
import { table } from './table.ts';

const { values } = parseArgs({
  options: {
    lines: { type: 'string', default: '2000000' },
    seconds: { type: 'string', default: '20' },
    connections: { type: 'string', default: '64' },
    database: { type: 'string' },
  },
});
/**
 * The least ratios: to recording over HTTP, to GoAccess, and of hits of others during an import; and the most
 * memory of the command beyond that of an idle server, in MB.
 */
const BARS = { http: 3, goaccess: 0.4, others: 0.7, memory: 150 };
/** Requests that are sent in turn. */
const REQUESTS = 20_000;

/** A program that has ended. */
interface Ran {
  seconds: number;
  /** The most resident memory, in MB. */
  memory: number;
  output: string;
}

/** Runs a program to its end, and looks at its memory meanwhile. @throws Error if it fails. */
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const started = performance.now();
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  let memory = 0;
  let isRunning = true;
  const watch = (async () => {
    while (isRunning) {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
        memory = Math.max(memory, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
      } catch {
        // It has just ended.
      }
      await sleep(200);
    }
  })();
  const code = await ended.finally(() => {
    isRunning = false;
  });
  await watch;
  if (code !== 0) throw new Error(`${command} exited with code ${code}.`);
  return { seconds: (performance.now() - started) / 1_000, memory, output };
}

const lines = Number(values.lines);
const place = await openPlace(values.database);
const file = path.join(place.folder, 'access.log');
const importLog = (url: string, website: number) =>
  run(
    process.execPath,
    [path.join(root, 'bin/footfall.js'), 'import', file, '--website', String(website), '--json'],
    {
      DATABASE_URL: url,
    },
  );

try {
  await writeLog(file, lines, Date.now());
  const requests = requestsOfLog(TRACKING_ID, REQUESTS);
  const rules = { connections: Number(values.connections), folder: place.folder, requests };

  const url = await withWebsite(await place.empty('import'), { count: 2 });
  const alone = await importLog(url, 1);
  const { pageviews } = JSON.parse(alone.output) as { pageviews: number };
  const { hits } = await counts(url);
  const goaccess = await run('goaccess', [
    ...[file, '--log-format=COMBINED', '--no-progress', '-o', path.join(place.folder, 'report.html')],
  ]).catch(() => null);

  // Hits of another website, with and without an import beside them.
  const server = await startFootfall(await withWebsite(await place.empty('beside'), { count: 2 }));
  const besideUrl = await withWebsite(await place.empty('others'), { count: 2 });
  const others = await startFootfall(besideUrl);
  const loadOf = (target: { url: string }, seconds: number): Promise<Load> =>
    load({ ...rules, url: target.url, seconds });
  await loadOf(server, 3);
  const http = await loadOf(server, Number(values.seconds));
  await server.stop();
  await loadOf(others, 3);
  const idle = others.memory().now;
  let isDone = false;
  const importing = importLog(besideUrl, 2).finally(() => {
    isDone = true;
  });
  await sleep(1_000);
  const during: Load[] = [];
  while (!isDone) during.push(await loadOf(others, 5));
  const beside = await importing;
  const after = await loadOf(others, Number(values.seconds));
  await others.stop();

  const inFull = during.slice(0, -1);
  if (inFull.length === 0) throw new Error('The import was over before a load was. Use more lines.');
  const rateDuring = inFull.reduce((sum, { perSecond }) => sum + perSecond, 0) / inFull.length;
  const rate = lines / alone.seconds;
  const overHttp = rate / http.perSecond;
  const overGoAccess = goaccess && rate / (lines / goaccess.seconds);
  const ofOthers = rateDuring / after.perSecond;
  const memoryBar = idle + BARS.memory;
  const figures: [name: string, measured: string, bar: string, isMet: boolean][] = [
    ['', 'measured', 'bar', true],
    ['lines a second', rate.toFixed(0), '', true],
    ['hits a second among them', (pageviews / alone.seconds).toFixed(0), '', true],
    ['hits a second over HTTP', http.perSecond.toFixed(0), '', true],
    ['lines / hits over HTTP', overHttp.toFixed(1), `≥ ${BARS.http}`, overHttp >= BARS.http],
    ['hits / hits over HTTP', (pageviews / alone.seconds / http.perSecond).toFixed(1), '', true],
    [
      'lines / those of GoAccess',
      overGoAccess?.toFixed(2) ?? 'not installed',
      `≥ ${BARS.goaccess}`,
      overGoAccess === null || overGoAccess >= BARS.goaccess,
    ],
    [
      'hits of others during an import',
      `${(100 * ofOthers).toFixed(0)} %`,
      `≥ ${100 * BARS.others} %`,
      ofOthers >= BARS.others,
    ],
    ['seconds of an import beside them', beside.seconds.toFixed(0), '', true],
    [
      'memory of the command, MB',
      alone.memory.toFixed(0),
      `≤ ${memoryBar.toFixed(0)}`,
      alone.memory <= memoryBar,
    ],
    ['memory of an idle server, MB', idle.toFixed(0), '', true],
  ];
  const cells = table(figures.map(([name, measured, bar]) => [name, measured, bar]));
  process.stdout.write(
    `${lines} lines, ${pageviews} of them hits; ${values.seconds} s of load.\n\n${cells}\n`,
  );
  const failed = during.reduce((sum, one) => sum + one.failed, 0) + http.failed + after.failed;
  const isRight = failed === 0 && hits === pageviews;
  process.stdout.write(
    `Failed requests ${failed}; stored ${hits} of ${pageviews} hits: ${isRight ? 'right' : 'WRONG'}.\n`,
  );
  const missed = figures.filter(([, , , isMet]) => !isMet).map(([name]) => name);
  if (missed.length > 0) process.stdout.write(`Missed: ${missed.join(', ')}.\n`);
  if (!isRight || missed.length > 0) process.exitCode = 1;
} finally {
  await place.clear();
}

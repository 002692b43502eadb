import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createHashing } from '../auth/hashing.ts';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { openDatabase } from '../db/open.ts';
import { fillDemo } from '../demo/fill.ts';
import { dice } from '../demo/random.ts';
import { demoTabs } from '../demo/tabs.ts';
import { createTrickle } from '../demo/trickle.ts';
import { createLocalAnalysis } from '../engine/columns/analysis.ts';
import { chunkJob } from '../engine/columns/chunks/job.ts';
import { createHitIds } from '../ingest/recorder/ids.ts';
import { createLog } from '../log.ts';
import { root } from '../root.ts';
import { startServer } from './server.ts';

/** Visitors who were here so recently are present at the start, also at night. */
const PRESENT_MS = 5 * 60_000;

/** How often visitors who have arrived meanwhile are stored, in ms. */
const TRICKLE_MS = 3_000;

/** `npm run demo`: starts a server on a temporary database with a year of traffic, which goes on. */
async function main(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'footfall-demo-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  // The API key of the demo is public, so only this machine can connect, unless HOST is set.
  const config = readConfig({
    HOST: '127.0.0.1',
    ...process.env,
    DATABASE_URL: `file:${path.join(folder, 'demo.db')}`,
  });
  const log = createLog('warn', process.stdout.isTTY === true);
  const say = (text: string) => process.stdout.write(`${text}\n`);

  await migrate(config.databaseUrl);
  const db = await openDatabase(config.databaseUrl);
  const started = performance.now();
  const hashing = createHashing();
  const analysis = createLocalAnalysis(config.databaseUrl, { maxValues: config.maxDistinctValues });
  const demo = await fillDemo({ config, db, log, now: Date.now, random: randomBytes, hashing, analysis });
  // Otherwise the first questions would read the rows of a year.
  await chunkJob({ db, analysis, now: Date.now })();
  await db.close();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  say(`Generated a year of traffic: ${demo.hits} hits in ${seconds} s.`);

  const script = await readFile(path.join(root, 'dist/script.js'), 'utf8');
  const moreScript = await readFile(path.join(root, 'dist/more.js'), 'utf8');
  const server = await startServer({
    config,
    log,
    script,
    moreScript,
    threads: true,
    graphiql: demoTabs(demo),
  });
  say(`
  Statistics   ${config.baseUrl}/s/${demo.trackingId}
  Account      ${config.baseUrl}/login
               ${demo.email}, password ${demo.password}
  GraphiQL     ${config.baseUrl}/graphql
  API key      ${demo.key}

  curl -H "Authorization: Bearer ${demo.key}" \\
    "${config.baseUrl}/api/v1/stats/${demo.websiteId}?name=page&from=${demo.from}&to=${demo.to}&per_page=10"

Press Ctrl+C to stop the server and delete the database.`);

  const trickle = createTrickle({
    sites: demo.sites,
    db: server.deps.db,
    live: server.live,
    nextId: await createHitIds({ write: server.deps.db.write, now: Date.now })(),
    dice: dice(randomBytes(4).readUInt32LE()),
    since: Date.now() - PRESENT_MS,
  });
  const arrivals = setInterval(
    () => void trickle(Date.now()).catch((error) => log.error({ err: error }, 'No visitors arrived')),
    TRICKLE_MS,
  );

  const stop = () => {
    clearInterval(arrivals);
    return server.stop().then(() => process.exit(0));
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

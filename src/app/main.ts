import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { config as readDotenv } from 'dotenv';
import { ConfigError, readConfig } from '../config.ts';
import { DatabaseFault } from '../db/health/faults.ts';
import { MigrationError } from '../db/migrations/apply.ts';
import { containerHint } from '../http/container.ts';
import { createLog } from '../log.ts';
import { root } from '../root.ts';
import { startServer } from './server.ts';

const STOP_WITHIN_MS = 9_000;

// In about every second process, V8 began to allocate request objects in the old generation, where they fill
// memory until the next full collection. Scavenges took twice as long, and hits took more time
// (docs/performance.md).
setFlagsFromString('--no-allocation-site-pretenuring');

async function main(): Promise<void> {
  readDotenv({ quiet: true });
  const config = readConfig(process.env);
  const log = createLog(config.logLevel, process.stdout.isTTY === true);
  const script = await readFile(path.join(root, 'dist/script.js'), 'utf8');
  const moreScript = await readFile(path.join(root, 'dist/more.js'), 'utf8');
  const server = await startServer({ config, log, script, moreScript, threads: true });

  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info(`Received ${signal}: finishing the accepted requests`);
    setTimeout(() => {
      log.error('Some requests did not finish in time; stopping anyway');
      process.exit(0);
    }, STOP_WITHIN_MS).unref();
    await server.stop();
    log.info('Stopped');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal));

  // Logged last: a reader of this line may stop the server at once.
  const hint = containerHint(config.host);
  if (hint) log.info(hint);
  if (!config.smtpUrl)
    log.info('Email reports and links for forgotten passwords are off: SMTP_URL is not set');
  if (server.setupUrl) log.info(`First start: create the owner account at ${server.setupUrl}`);
  log.info(`Footfall listens on ${server.url}; its public address is ${config.baseUrl}`);
}

main().catch((error: unknown) => {
  if (error instanceof DatabaseFault) {
    process.stderr.write(`${error.advice}\n`);
    process.exit(1);
  }
  // Operating system errors about a port, a host or a file need no stack trace.
  const known =
    error instanceof ConfigError ||
    error instanceof MigrationError ||
    typeof (error as { syscall?: unknown }).syscall === 'string';
  process.stderr.write(`${known ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(1);
});

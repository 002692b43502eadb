/**
 * The worker thread that sends email reports (threads.ts). It has its own database connection, and runs only
 * while there are reports to send.
 */
import { randomBytes } from 'node:crypto';
import { createHashing } from '../auth/hashing.ts';
import type { Viewer } from '../auth/viewer.ts';
import type { Config } from '../config.ts';
import { openDatabase } from '../db/open.ts';
import { createLocalAnalysis } from '../engine/columns/analysis.ts';
import type { Log } from '../log.ts';
import { sendWaiting } from '../reports/round.ts';
import type { ReportQuestion } from '../reports/threads.ts';
import { createContext } from '../request/context.ts';
import { type Service, serveThread, type ThreadLog } from '../threads/serve.ts';

/** Long, because hits come first. A server under load releases the lock often. */
const LOCK_TIMEOUT_MS = 15_000;
/** The pause after a chunk, as a multiple of the chunk's duration. Reports are not urgent. */
const REST = 2;

async function open(config: Config, log: ThreadLog): Promise<Service<ReportQuestion, null>> {
  const db = await openDatabase(config.databaseUrl, { lockTimeout: LOCK_TIMEOUT_MS });
  const hashing = createHashing();
  const stops = { soon: new AbortController(), now: new AbortController() };
  const stop = { soon: stops.soon.signal, now: stops.now.signal };
  const analysis = createLocalAnalysis(config.databaseUrl, { maxValues: config.maxDistinctValues });
  const own = { config, db, log: log as Log, now: Date.now, random: randomBytes, hashing, analysis };
  const deps = { ...own, contextOf: (viewer: Viewer) => createContext(own, viewer) };
  return {
    async answer(question) {
      if (question.kind === 'stop') stops[question.how].abort();
      else await sendWaiting(question.due, deps, config.smtpUrl ?? '', stop, REST);
      return null;
    },
    async close() {
      await analysis.close();
      await db.close();
    },
  };
}

await serveThread(open);

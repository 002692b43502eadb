import type { Database, OpenOptions, Transaction } from '../../../src/db/database.ts';
import type { Drop, Hit } from '../../../src/ingest/hit.ts';
import { createWriter, type Writer } from '../../../src/ingest/queue/writer.ts';
import { storeBatch } from '../../../src/ingest/store/commit.ts';
import { createLog } from '../../../src/log.ts';
import { NO_DIMENSIONS } from '../dimensions.ts';
import { addWebsites, openTestDatabase } from './database.ts';

/** 23:30 UTC on 21 November 2026: the websites of the bench are in Tokyo, where it is the 22nd already. */
const AT = Date.UTC(2026, 10, 21, 23, 30);

/** A pageview, on the first website of the bench by default. */
export function hit(visitor: number, path = '/', websiteId = 1): Hit {
  return {
    websiteId,
    at: AT,
    day: 20261122,
    hour: 8,
    visitor: BigInt(visitor),
    path,
    event: null,
    dimensions: NO_DIMENSIONS,
  };
}

export interface Bench {
  db: Database;
  file: string;
  writer: Writer<Hit | Drop>;
  logLines: string[];
  /** The numbers of commits and rollbacks so far. */
  ends: { commits: number; rollbacks: number };
  /** Resolves after this many more rollbacks. */
  rollbacks(number: number): Promise<void>;
  raw(sql: string): Promise<number>;
  /** The number of rows of each table, read on another connection than the writer's. */
  tables(): Promise<{ hits: number; visits: number; days: number; drops: number }>;
  /** The pageviews of the day according to its totals. */
  pageviews(websiteId?: number): Promise<number>;
  /** Keeps the writer's connection busy until `go` is called. */
  hold(then?: (tx: Transaction) => Promise<unknown>): { go(): void; done: Promise<void> };
  [Symbol.asyncDispose](): Promise<void>;
}

/** Opens a writer on a real database with two websites. Use it with `await using`. */
export async function openBench(
  options: Pick<OpenOptions, 'lockTimeout' | 'lockClock'> = {},
): Promise<Bench> {
  const ends = { commits: 0, rollbacks: 0 };
  let onRollback: () => void = () => undefined;
  const database = await openTestDatabase({
    ...options,
    onQuery: (sql) => {
      if (sql === 'COMMIT') ends.commits += 1;
      if (sql !== 'ROLLBACK') return;
      ends.rollbacks += 1;
      onRollback();
    },
  });
  const { db, file } = database;
  let id = 0n;
  const logLines: string[] = [];
  const log = createLog('info', false, { write: (line) => void logLines.push(line) });
  const nextId = () => ++id;
  const commit = (items: (Hit | Drop)[]) => db.write((tx) => storeBatch(tx, items, nextId, 1_000_000));
  const writer = createWriter({ log, commit });
  const raw = (sql: string) => db.write((tx) => tx.$executeRawUnsafe(sql));
  await addWebsites(db);
  ends.commits = 0;

  return {
    db,
    file,
    writer,
    logLines,
    ends,
    raw,
    rollbacks(number) {
      const until = ends.rollbacks + number;
      return new Promise((resolve) => {
        onRollback = () => {
          if (ends.rollbacks >= until) resolve();
        };
      });
    },
    async tables() {
      const { hit: hits, visit, dayTotal, drop } = db.read;
      return {
        hits: await hits.count(),
        visits: await visit.count(),
        days: await dayTotal.count(),
        drops: await drop.count(),
      };
    },
    async pageviews(websiteId = 1) {
      const rows = await db.read.dayTotal.findMany({ where: { websiteId, day: 20261122 } });
      return rows.reduce((sum, { pageviews }) => sum + Number(pageviews), 0);
    },
    hold(then = async () => undefined) {
      let go: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => {
        go = resolve;
      });
      const done = db.write(async (tx) => {
        await gate;
        await then(tx);
      });
      return { go, done };
    },
    async [Symbol.asyncDispose]() {
      await writer.drain();
      await database[Symbol.asyncDispose]();
    },
  };
}

import type { Database, Transaction } from '../db/database.ts';
import { quoted, raw, type Sql, sql } from '../db/sql/sql.ts';
import { DAY_TOTAL, DROP, HIT, HIT_ID, IMPORTED_SUM, PENDING_DAY, VISIT } from '../db/sql/tables.ts';
import type { Log } from '../log.ts';
import { type Pace, workThrough } from '../threads/workThrough.ts';

/** A table with rows of websites, and how many of its rows one statement deletes: some 20 ms on SQLite. */
interface Part {
  table: { name: string; key: readonly string[] };
  of: (tx: Transaction) => { deleteMany(args: { where: { websiteId: number } }): Promise<unknown> };
  rows: number;
}

const ROWS = 5_000;
const PARTS: readonly Part[] = [
  { table: DAY_TOTAL, of: (tx) => tx.dayTotal, rows: ROWS },
  { table: VISIT, of: (tx) => tx.visit, rows: ROWS },
  { table: HIT, of: (tx) => tx.hit, rows: ROWS },
  { table: HIT_ID, of: (tx) => tx.hitId, rows: ROWS },
  { table: IMPORTED_SUM, of: (tx) => tx.importedSum, rows: ROWS },
  { table: DROP, of: (tx) => tx.drop, rows: ROWS },
  { table: PENDING_DAY, of: (tx) => tx.pendingDay, rows: ROWS },
  // Rows of up to some hundred kilobytes.
  { table: { name: 'Chunk', key: ['websiteId', 'day'] }, of: (tx) => tx.chunk, rows: 20 },
  {
    table: { name: 'MonthSums', key: ['websiteId', 'month', 'dimension'] },
    of: (tx) => tx.monthSums,
    rows: 100,
  },
];

/** The deletion itself deletes a fraction of that of each table, because it deletes from all of them. */
const AT_ONCE = 1 / 5;

/** How long a run of the job works at most, in ms. The other jobs wait for it. */
const MAX_RUN_MS = 20_000;

/** The rows of `Setting` that name the deleted websites of which rows may be left. */
const MARK = 'deleting:';

/** A subquery with the ids of the deleted websites of which rows may be left. */
export const BEING_DELETED = raw(
  `SELECT CAST(SUBSTR("key", ${MARK.length + 1}) AS INTEGER) FROM "Setting" WHERE "key" LIKE '${MARK}%'`,
);

/**
 * Deletes rows of a website from one table, in the order of its key.
 * @returns whether none is left.
 */
async function deleteSome(tx: Transaction, websiteId: number, { table, of, rows }: Part): Promise<boolean> {
  const columns = table.key.slice(1);
  const ofWebsite = sql`${raw(`"${table.name}"`)} WHERE "websiteId" = ${websiteId}`;
  const list = raw(quoted(columns));
  // The key of the last of them, by which the index gives the range without reading other rows.
  const [last] = await tx.$queryRaw<Record<string, unknown>[]>`
    SELECT ${list} FROM ${ofWebsite} ORDER BY ${list} LIMIT 1 OFFSET ${rows - 1}`;
  if (!last) {
    await of(tx).deleteMany({ where: { websiteId } });
    return true;
  }
  const [first = sql``, ...others] = columns.map((column) => sql`${last[column]}`);
  const values = others.reduce<Sql>((all, value) => sql`${all}, ${value}`, first);
  await tx.$executeRaw`DELETE FROM ${ofWebsite} AND (${list}) <= (${values})`;
  return false;
}

/**
 * Deletes the statistics of a website in the transaction that deletes the website itself. Only the first rows
 * of a large one, so that others don't wait; `WebsiteDeletion` deletes the others. Nobody can read them.
 */
export async function deleteStatistics(tx: Transaction, websiteId: number): Promise<void> {
  let whole = true;
  for (const part of PARTS)
    whole = (await deleteSome(tx, websiteId, { ...part, rows: part.rows * AT_ONCE })) && whole;
  if (!whole) await tx.setting.create({ data: { key: `${MARK}${websiteId}`, value: '' } });
}

/** Deletes the remaining rows of deleted websites, in short transactions. Others can write in between. */
export interface WebsiteDeletion {
  /** Works for up to 20 s. The leader calls it once a minute, also after a process was killed. */
  run(): Promise<void>;
  /** Works in the background until nothing is left. */
  start(): void;
  /** Waits for the current transaction. */
  stop(): Promise<void>;
}

/** @param clock monotonic milliseconds. */
export function createWebsiteDeletion(
  { db, log }: { db: Pick<Database, 'read' | 'write'>; log: Log },
  clock: () => number = () => performance.now(),
  pause?: Pace['pause'],
): WebsiteDeletion {
  let stopped = false;
  let working: Promise<void> | null = null;

  /** The parts of a website, each until nothing of it is left or the deletion is stopped. */
  function* partsOf(websiteId: number) {
    for (const part of PARTS) {
      const step = { websiteId, part, done: false };
      while (!step.done && !stopped) yield step;
    }
  }

  async function work(until: number): Promise<void> {
    const marks = await db.read.setting.findMany({ where: { key: { startsWith: MARK } } });
    for (const { key } of marks) {
      const isDone = await workThrough(
        partsOf(Number(key.slice(MARK.length))),
        async (step) => {
          step.done = await db.write((tx) => deleteSome(tx, step.websiteId, step.part));
        },
        { clock, pause, until },
      );
      if (!isDone || stopped) return;
      await db.write((tx) => tx.setting.deleteMany({ where: { key } }));
    }
  }

  /** Two callers share one run. */
  async function workOnce(until: number): Promise<void> {
    if (stopped) return;
    working ??= work(until).finally(() => {
      working = null;
    });
    await working;
  }

  return {
    run: () => workOnce(clock() + MAX_RUN_MS),
    start() {
      // A current run may have begun before the deletion.
      Promise.resolve(working)
        .then(() => workOnce(Number.POSITIVE_INFINITY))
        .catch((error) =>
          log.warn({ err: error }, 'Statistics of a deleted website are left; they are deleted in a minute'),
        );
    },
    async stop() {
      stopped = true;
      await working?.catch(() => undefined);
    },
  };
}

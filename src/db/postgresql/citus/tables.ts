import type pg from 'pg';
import { AppError } from '../../../errors.ts';
import { type Shards, shardsOf } from './state.ts';

/** The tables that recording a hit writes, and those that derive from it. They are distributed by website. */
export const TABLES = [
  ...(['DayTotal', 'Visit', 'Hit', 'HitId', 'Drop', 'WebsiteLock', 'Chunk', 'MonthSums'] as const),
  'ImportedSum',
] as const;

/** One step of setting up a distributed database. */
export interface Step {
  what: 'extension' | 'nodes' | 'plans' | (typeof TABLES)[number];
  /** Whether it was done now; false if it had been done before. */
  done: boolean;
  /** A description for the operator of the database. */
  text: string;
}
const COLUMN = 'websiteId';

/**
 * Distributes those tables that are not distributed yet.
 * @returns one step per table.
 */
export async function distributeTables(client: pg.Client, shards?: number): Promise<Step[]> {
  const before = await shardsOf(client, TABLES);
  const constraintError = TABLES.find((name) => before.has(name) && !fits(before.get(name), before));
  if (constraintError)
    throw new AppError(
      'invalid',
      `${constraintError} is distributed differently. Undo that first: ${TABLES.filter((name) =>
        before.has(name),
      )
        .map((name) => `SELECT undistribute_table('"${name}"');`)
        .join(' ')}`,
    );
  const missing = TABLES.filter((name) => !before.has(name));
  const moved = missing.length > 0 ? await move(client, missing, [...before.keys()][0], shards) : [];
  const after = await shardsOf(client, TABLES);
  return TABLES.map((name) => {
    const found = after.get(name)?.shards ?? 0;
    const rows = moved[missing.indexOf(name)];
    const other = before.has(name) && shards !== undefined && shards !== found;
    const text = `${name} is distributed by "${COLUMN}", in ${found} shards`;
    const more = other
      ? `; to change to ${shards}: SELECT alter_distributed_table('"${name}"', ` +
        `shard_count := ${shards}, cascade_to_colocated := true)`
      : '';
    return { what: name, done: !before.has(name), text: `${text}${rows ? `, ${rows} rows moved` : more}.` };
  });
}

/** Whether a table is distributed by website, and colocated with all others. */
function fits(one: Shards | undefined, all: ReadonlyMap<string, Shards>): boolean {
  return one?.column === COLUMN && [...all.values()].every(({ group }) => group === one.group);
}

/**
 * Distributes tables.
 * @returns the number of rows that each of them had.
 */
async function move(
  client: pg.Client,
  names: readonly string[],
  beside: string | undefined,
  shards: number | undefined,
): Promise<number[]> {
  const moved: number[] = [];
  await client.query('BEGIN');
  // Transactions that store hits lock this table first. They wait here, and hold no lock that this one waits
  // for.
  await client.query('LOCK TABLE "WebsiteLock" IN EXCLUSIVE MODE');
  for (const name of names) {
    const { rows } = await client.query<{ rows: number }>(`SELECT COUNT(*) AS "rows" FROM "${name}"`);
    moved.push(rows[0]?.rows ?? 0);
    const first = beside ?? (name === names[0] ? undefined : names[0]);
    await client.query(
      `SELECT create_distributed_table(
        $1::regclass, $2, colocate_with => $3${first ? '' : ', shard_count => $4'})`,
      [`"${name}"`, COLUMN, first ? `"${first}"` : 'none', ...(first ? [] : [shards ?? null])],
    );
    // The rows that were copied into the shards are still in the local table.
    await client.query('SELECT truncate_local_data_after_distributing_table($1::regclass)', [`"${name}"`]);
  }
  await client.query('COMMIT');
  // The planner needs statistics of the shards. Of a table that was never analyzed, it assumes some hundred
  // rows; of one that was analyzed while it was empty, it assumes one, and would read all rows for a while.
  const filled = names.filter((_, index) => (moved[index] ?? 0) > 0);
  if (filled.length > 0) await client.query(`ANALYZE ${filled.map((name) => `"${name}"`).join(', ')}`);
  return moved;
}

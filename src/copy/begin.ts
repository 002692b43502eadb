import type { SqlTransaction } from '../db/database.ts';
import { asFault } from '../db/health/faults.ts';
import { createRetry } from '../db/health/retry.ts';
import { migrationsFolder, pendingMigrations } from '../db/migrations/migrate.ts';
import { openCopyAdapter, openDirect } from '../db/open.ts';
import { raw } from '../db/sql/sql.ts';
import { invalid } from '../errors.ts';
import { differing, filled } from './counts.ts';
import { type End, inTransaction } from './end.ts';
import { foreignRows } from './foreignRows.ts';
import { createMarker, type Marker, readMarker } from './marker.ts';
import { type Counts, DATA, OF_THE_SERVER } from './tables.ts';

const LOCK_TIMEOUT_MS = 5_000;

/** The end of error messages that says how to fix the error. */
const EMPTY = 'The target must be an empty database, or a file that does not exist yet.';

/**
 * Checks whether a database can be copied. Must be called before anything opens the database in a way that
 * creates or changes it.
 * @throws AppError, DatabaseFault.
 */
export async function checkSource(url: string): Promise<void> {
  const { faults, words, missing } = await openCopyAdapter(url);
  const nothing = missing();
  if (nothing) throw invalid({ from: [nothing] });
  const locked = createRetry(LOCK_TIMEOUT_MS, (error) => faults.kindOf(error) === 'locked');
  try {
    const direct = await openDirect(url);
    try {
      const pending = await locked.run(() =>
        direct.transaction((tx) => pendingMigrations(tx, tx.dialect, migrationsFolder(url))),
      );
      if (pending.length === 0) return;
    } finally {
      await direct.close();
    }
  } catch (error) {
    throw asFault(error, faults);
  }
  throw invalid({
    from: [
      `${words} is not a Footfall database of this version. If it is one of an earlier version, ` +
        'run `footfall migrate` first, with its URL as DATABASE_URL.',
    ],
  });
}

/**
 * Begins a copy, or finds one that was interrupted.
 * @param source the numbers of rows in the source.
 * @returns the progress of the copy.
 * @throws AppError if the target must not be written, or if the source was written since the copy began.
 */
export async function begin(from: End, to: End, source: Counts): Promise<Marker> {
  const { words } = to.kind;
  const [one, other] = await Promise.all(
    [from, to].map((end) => inTransaction(end, (tx) => end.kind.identity(tx))),
  );
  if (one === other) throw invalid({ to: [`Must not be the source database; both are ${words}.`] });
  if (await inTransaction(from, readMarker))
    throw invalid({
      from: [
        `${from.kind.words} is itself the target of an interrupted copy. ` +
          'Run that copy again to complete it first.',
      ],
    });

  const foreign = await foreignRows(from, to);
  if (foreign.length > 0)
    throw invalid({ to: [`${words} has ${foreign.join(', ')}, which the source does not have. ${EMPTY}`] });
  return inTransaction(to, async (tx) => {
    const marker = await readMarker(tx);
    if (!marker) return beginIn(tx, words, source);
    const changes = differing(marker.source, source);
    if (changes.length === 0) return marker;
    throw invalid({
      from: [
        `${from.kind.words} has changed since the copy began: ${changes.join(', ')}. ` +
          'Stop all servers on it, and copy again into an empty database.',
      ],
    });
  });
}

async function beginIn(tx: SqlTransaction, words: string, source: Counts): Promise<Marker> {
  const tables = await filled(tx, DATA);
  if (tables.length > 0)
    throw invalid({
      to: [
        `${words} already has rows (${tables.join(', ')}), which are not from an interrupted copy. ${EMPTY}`,
      ],
    });
  // A server that was started on the target created a secret, salts and leases. The source's rows replace
  // them.
  for (const name of OF_THE_SERVER) await tx.$executeRaw(raw(`DELETE FROM "${name}"`));
  const marker: Marker = { source, copied: {} };
  await createMarker(tx, marker);
  return marker;
}

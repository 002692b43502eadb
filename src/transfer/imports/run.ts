import { localTime } from '../../calendar/clock.ts';
import { dayText } from '../../calendar/days.ts';
import { type AppError, invalid } from '../../errors.ts';
import type { Import, Website } from '../../generated/prisma/client.ts';
import { createUserAgentParser } from '../../ingest/device/userAgent.ts';
import type { Places } from '../../ingest/geo/place.ts';
import { trackedWebsite } from '../../ingest/websiteLookup.ts';
import type { Source, SourceFile } from '../sources/records.ts';
import type { ImportConnection } from './connection.ts';
import { checkCount } from './count.ts';
import { endedMeanwhile, hasOwnHits } from './interrupted.ts';
import { type Extent, findPeriod, type Period } from './period.ts';
import { type ReadFiles, readFiles } from './read.ts';
import { createRules } from './rules.ts';
import { ACTIVE_MS, isActive, STORED_STATES } from './states.ts';
import { type Counted, ownRowsOf, plansOf, storeFiles, sumsOf } from './store.ts';
import type { Tally } from './tally.ts';

export interface ImportDeps extends ImportConnection {
  /** Unix milliseconds. */
  now: () => number;
  random: (bytes: number) => Uint8Array;
  places: Pick<Places, 'find'>;
  /** The folder for temporary files; that of the system by default. */
  folder?: string | undefined;
  /** Called with the number of rows that were read or stored. */
  onProgress?: ((step: 'read' | 'store', rows: number) => void | Promise<void>) | undefined;
  /** Rows that a transaction stores, and hits that are sorted in memory, for tests. */
  batch?: number | undefined;
  runSize?: number | undefined;
  /** Waits for some milliseconds. */
  pause?: ((ms: number) => Promise<unknown>) | undefined;
}

/** Files to be imported. */
export interface ImportedFiles {
  website: Website;
  source: Source;
  files: readonly SourceFile[];
  /** Whether the import ends before the first own hit. Otherwise it is refused if there is one. */
  untilOwnHits: boolean;
}

/** What an import would store. */
export interface Preview extends Counted, Tally {
  /** The first and last local day, as 20261121; null if nothing would be stored. */
  firstDay: number | null;
  lastDay: number | null;
  /** The time of the first own hit of the period, in Unix milliseconds; null for none. */
  cutAt: number | null;
  /** The first day of the period with own hits, from which on sums are left out; null for none. */
  cutDay: number | null;
}

/** Own hits are stored within this time, in ms. So those before it are known when an import begins. */
const RECENT_MS = 60_000;

function read({ website, source, files }: ImportedFiles, deps: ImportDeps): Promise<ReadFiles> {
  const { now, random, places, folder, runSize, onProgress } = deps;
  const rules = createRules(trackedWebsite(website), {
    parseUserAgent: createUserAgentParser(),
    places,
    secret: random(32),
    until: now() - RECENT_MS,
  });
  const { timezone } = website;
  const today = localTime(timezone, now()).day;
  const progress = onProgress && ((rows: number) => onProgress('read', rows));
  return readFiles({ source, files, timezone, today, rules, folder, runSize, onProgress: progress });
}

/**
 * Reads files and returns what an import of them would store. Stores nothing.
 * @throws AppError `invalid` if a file cannot be used, or another import has a part of its period.
 */
export async function previewImport(files: ImportedFiles, deps: ImportDeps): Promise<Preview> {
  const found = await read(files, deps);
  try {
    const period = await findPeriod(deps.db.read, files.website, found.extent, {
      now: deps.now(),
      except: null,
    });
    const counted: Counted = { visitors: 0, visits: 0, pageviews: 0, events: 0 };
    if (!period.isEmpty) await countFiles(found, period, counted);
    const { isEmpty, firstDay, lastDay, cutAt, cutDay } = period;
    const days = isEmpty ? { firstDay: null, lastDay: null } : { firstDay, lastDay };
    return { ...found.tally, ...counted, ...days, cutAt, cutDay };
  } finally {
    await found.close();
  }
}

/** Counts what an import would store, by the same rules. */
async function countFiles(found: ReadFiles, period: Period, counted: Counted): Promise<void> {
  for await (const { opened, hits } of plansOf(found, period, 'all')) {
    counted.visits += opened.length;
    counted.visitors += opened.filter(({ number }) => number === 1).length;
    for (const { hit } of hits) counted[hit.event ? 'events' : 'pageviews'] += 1;
  }
  for await (const { visits, hits } of ownRowsOf(found, period)) {
    counted.visits += visits.length;
    counted.visitors += visits.filter(({ number }) => Number(number) === 1).length;
    for (const { event } of hits) counted[event === null ? 'pageviews' : 'events'] += 1;
  }
  for await (const batch of sumsOf(found, period))
    for (const sum of batch)
      if (sum.dimension === 'total')
        for (const name of Object.keys(counted) as (keyof Counted)[]) counted[name] += sum[name];
}

/**
 * Runs an import whose row is `running` and has no rows yet.
 * @returns its row, and the settings in its files, which are not restored here.
 * @throws AppError `invalid` if a file cannot be used, own hits are in its way, or another import is; what
 *   `onProgress` throws; DatabaseFault. Rows of it may then be left (`removeImport`).
 */
export async function runImport(row: Import, files: ImportedFiles, deps: ImportDeps) {
  const { db, now } = deps;
  let activeAt = Number.NEGATIVE_INFINITY;
  const onProgress: ImportDeps['onProgress'] = async (step, rows) => {
    await deps.onProgress?.(step, rows);
    if (now() - activeAt < ACTIVE_MS) return;
    activeAt = now();
    await db.write((tx) =>
      tx.import.update({ where: { id: row.id }, data: { activeAt: new Date(activeAt) } }),
    );
  };
  const found = await read(files, { ...deps, onProgress });
  try {
    const period = await claim(row, files, found.extent, deps);
    const target = { id: row.id, websiteId: row.websiteId, period };
    const counted = await storeFiles(target, found, {
      ...deps,
      onProgress: (rows) => onProgress('store', rows),
    });
    const { rows, skipped } = found.tally;
    const finishedAt = new Date(now());
    const data = { rows, skipped: JSON.stringify(skipped), ...counted, finishedAt, activeAt: finishedAt };
    const done = await db.write((tx) => tx.import.update({ where: { id: row.id }, data }));
    return { row: done, settings: found.settings };
  } finally {
    await found.close();
  }
}

/** Takes the period of an import, so that no other import can have it. */
async function claim(
  { id }: Import,
  { website, untilOwnHits }: ImportedFiles,
  extent: Extent,
  { db, now }: ImportDeps,
): Promise<Period> {
  return db.write(async (tx) => {
    const period = await findPeriod(tx, website, extent, { now: now(), except: id });
    const { firstDay, lastDay, firstId, lastId, cutAt, cutDay } = period;
    if ((cutAt !== null || cutDay !== null) && !untilOwnHits) throw ownHits(period);
    if (period.isEmpty) throw nothingToImport(period);
    const { count } = await tx.import.updateMany({
      where: { id, state: 'running' },
      data: { firstDay, lastDay, firstId, lastId, cutAt: cutAt === null ? null : new Date(cutAt) },
    });
    if (count === 0) throw endedMeanwhile();
    return period;
  });
}

const ownHits = ({ cutAt, cutDay }: Period): AppError =>
  hasOwnHits(cutDay === null ? new Date(cutAt ?? 0).toISOString() : dayText(cutDay));

function nothingToImport({ cutAt, cutDay }: Period): AppError {
  if (cutAt !== null || cutDay !== null)
    return invalid({ file: ['Nothing is left to import: the website has own hits from the first row on.'] });
  return invalid({ file: ['No row of the file can be imported. A preview says why.'] });
}

/** An import that is to be created. */
export interface NewImport extends ImportedFiles {
  /** The SHA-256 of the files. */
  hash: string;
  /** The email address of the account, or `command_line`. */
  startedBy: string;
  /** The row of uploaded files, which has been previewed. By default a new row is created. */
  id?: number | undefined;
}

/**
 * Creates the row of an import, or takes over that of an earlier attempt whose process ended.
 * @returns the row, and the rows that the earlier attempt may have left.
 * @throws AppError `invalid` if it is running, was done already, or there are too many; `unavailable` if the
 *   row of uploaded files is not running any more.
 */
export async function createImport(
  { website, source, files, hash, startedBy, id }: NewImport,
  { db, now }: Pick<ImportDeps, 'db' | 'now'>,
): Promise<{ row: Import; isResumed: boolean }> {
  return db.write(async (tx) => {
    const stored = { in: [...STORED_STATES] };
    const earlier = await tx.import.findFirst({ where: { websiteId: website.id, hash, state: stored } });
    // The caller of an import with an id has made sure that nobody else works on it.
    const isFree = id === undefined ? earlier && !isActive(earlier, now()) : earlier?.id === id;
    if (earlier && (earlier.state !== 'running' || !isFree)) throw repeated(earlier);
    const activeAt = new Date(now());
    if (earlier) {
      const row = await tx.import.update({ where: { id: earlier.id }, data: { activeAt } });
      return { row, isResumed: true };
    }
    if (id !== undefined) {
      const data = { hash, activeAt };
      const { count } = await tx.import.updateMany({ where: { id, state: 'running' }, data });
      if (count === 0) throw endedMeanwhile();
      return { row: await tx.import.findUniqueOrThrow({ where: { id } }), isResumed: false };
    }
    await checkCount(tx, website.id);
    const row = await tx.import.create({
      data: {
        websiteId: website.id,
        source: source.name,
        files: files.map(({ name }) => name).join('\n'),
        hash,
        state: 'running',
        startedBy,
        activeAt,
        createdAt: activeAt,
      },
    });
    return { row, isResumed: false };
  });
}

function repeated({ id, state }: Import): AppError {
  const message =
    state === 'running'
      ? `Import ${id} is running. If its process has ended, try again in a minute.`
      : `Import ${id} has the same files. Undo it first to import them again.`;
  return invalid({ file: [message] });
}

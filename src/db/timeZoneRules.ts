import { activeRules, isNewer } from '../calendar/zones/active.ts';
import type { Log } from '../log.ts';
import type { Database } from './database.ts';

/** The newest release of the time zone rules that an instance has used with a database, in its settings. */
const KEY = 'time_zone_rules';

/**
 * Returns the newest release of the time zone rules that any instance has used with this database, if it is
 * newer than that of this process; otherwise null.
 */
export async function newerRulesElsewhere(db: Pick<Database, 'read'>): Promise<string | null> {
  const stored = await db.read.setting.findUnique({ where: { key: KEY } });
  return stored && isNewer(stored.value, activeRules().version) ? stored.value : null;
}

/** Explains to operators that instances differ. */
export const rulesWarning = (newer: string) =>
  `This instance has the time zone rules ${activeRules().version}, but another one has used ${newer} with ` +
  'this database. Where they differ, hits are counted at different hours and days. Run the same version of ' +
  'Footfall everywhere, or update the time zone database of this system.';

/**
 * Creates a job that records the release of this instance, and warns if another instance has used a newer
 * one, once for each release.
 */
export function timeZoneRulesJob({ db, log }: { db: Database; log: Log }): () => Promise<void> {
  let warnedOf = '';
  return async () => {
    const newer = await newerRulesElsewhere(db);
    if (newer !== null && newer !== warnedOf) {
      warnedOf = newer;
      log.warn(rulesWarning(newer));
    }
    if (newer === null) await record(db);
  };
}

async function record(db: Database): Promise<void> {
  const { version: value } = activeRules();
  if ((await db.read.setting.findUnique({ where: { key: KEY } }))?.value === value) return;
  await db.write((tx) =>
    tx.setting.upsert({ where: { key: KEY }, create: { key: KEY, value }, update: { value } }),
  );
}

/** Logs the release of the time zone rules at the start. */
export function logTimeZoneRules({ log }: { log: Log }, ofNode = process.versions.tz ?? ''): void {
  const { version, origin } = activeRules();
  log.info(`Time zone rules: ${version}, from ${origin}`);
  if (isNewer(ofNode, version))
    log.warn(
      `This Node.js has newer time zone rules (${ofNode}), which Footfall does not use. Update Footfall, ` +
        'or the time zone database of this system.',
    );
}

import { Command } from 'commander';
import { findOldPaths, renamePaths } from '../ingest/backfill/paths.ts';
import { findSourceChanges, reclassifyDay, type SourceChange } from '../ingest/backfill/reclassify.ts';
import type { WebsiteDay } from '../ingest/backfill/visits.ts';
import { counted } from '../stats/format.ts';
import { print, table } from './output.ts';
import { withDatabase } from './run.ts';

/** The most changes that are printed, the largest first. */
const SHOWN = 50;

/** `footfall reclassify` */
export function reclassifyCommand(): Command {
  return new Command('reclassify')
    .description(
      'Show the visits whose source or channel differs with the lists of this version, and the days whose ' +
        'paths have another form than those of this version. With --apply, change them and their ' +
        'statistics; hits of a website wait while one of its days is changed.',
    )
    .option('--apply', 'change the visits')
    .option('--json', 'print {"visits","days","changes","path_days"}')
    .action(({ apply = false }: { apply?: boolean }, command: Command) =>
      withDatabase(async ({ db }) => {
        const websites = await db.read.website.findMany({ select: { id: true }, orderBy: { id: 'asc' } });
        const changes: SourceChange[] = [];
        const oldPaths: WebsiteDay[] = [];
        for (const { id } of websites) {
          changes.push(...(await findSourceChanges(db, id)));
          oldPaths.push(...(await findOldPaths(db, id)));
        }
        const days = new Map(
          changes.map(({ websiteId, day }) => [`${websiteId} ${day}`, { websiteId, day }]),
        );
        if (apply) {
          for (const day of days.values()) await db.write((tx) => reclassifyDay(tx, day));
          for (const day of oldPaths) await db.write((tx) => renamePaths(tx, day));
        }
        const visits = changes.reduce((sum, change) => sum + change.visits, 0);
        const all = summarize(changes);
        const more = all.length > SHOWN ? `\nand ${all.length - SHOWN} more` : '';
        const on = `${counted(visits, 'visit')} on ${counted(days.size, 'day')}`;
        const heading = ['SOURCE', 'CHANNEL', 'NEW SOURCE', 'NEW CHANNEL', 'VISITS'];
        const rows = `${table([heading, ...all.slice(0, SHOWN)])}${more}`;
        const done = apply
          ? `Changed ${on}.`
          : `${on} would change. To change them: npx footfall reclassify --apply`;
        const text =
          visits === 0 ? 'All visits have the source and channel of the current lists.' : `${rows}\n${done}`;
        const json = { visits, days: days.size, changes: all.length, path_days: oldPaths.length };
        print(command, json, `${text}\n${aboutPaths(oldPaths.length, apply)}`);
      }),
    );
}

function aboutPaths(days: number, apply: boolean): string {
  if (days === 0) return 'All paths have the form of this version.';
  const on = `paths on ${counted(days, 'day')}`;
  return apply
    ? `Changed the form of ${on}.`
    : `The form of ${on} would change. To change it: npx footfall reclassify --apply`;
}

/** Sums the changes over websites and days, the largest first. */
function summarize(changes: readonly SourceChange[]): string[][] {
  const sums = new Map<string, { cells: string[]; visits: number }>();
  for (const { before, after, visits } of changes) {
    const cells = [before.source, before.channel, after.source, after.channel].map((text) =>
      JSON.stringify(text),
    );
    const sum = sums.get(cells.join()) ?? { cells, visits: 0 };
    sum.visits += visits;
    sums.set(cells.join(), sum);
  }
  return [...sums.values()]
    .sort((one, other) => other.visits - one.visits)
    .map(({ cells, visits }) => [...cells, String(visits)]);
}

import { Command } from 'commander';
import { dayText } from '../calendar/days.ts';
import { openDirect } from '../db/open.ts';
import { AppError } from '../errors.ts';
import type { Import } from '../generated/prisma/client.ts';
import { openPlaces } from '../ingest/geo/place.ts';
import type { Deps } from '../request/context.ts';
import { counted, grouped } from '../stats/format.ts';
import { limitGarbage } from '../threads/garbage.ts';
import { lowerProcessPriority } from '../threads/priority.ts';
import { hashFiles, storeInput } from '../transfer/imports/files.ts';
import { findImport, listImports } from '../transfer/imports/list.ts';
import { type PerformedImport, performImport } from '../transfer/imports/perform.ts';
import { importRecord, skippedRecords, skippedRows } from '../transfer/imports/record.ts';
import type { RestoredSettings } from '../transfer/imports/restore.ts';
import { type ImportDeps, type ImportedFiles, type Preview, previewImport } from '../transfer/imports/run.ts';
import { undoImport } from '../transfer/imports/undo.ts';
import { detectSource, findSource } from '../transfer/sources/index.ts';
import type { Source, SourceFile } from '../transfer/sources/records.ts';
import { isSourceName, SOURCE_LABELS, SOURCE_NAMES } from '../transfer/sources/sourceNames.ts';
import { findWebsite } from '../websites/list.ts';
import { print, table } from './output.ts';
import { withDatabase } from './run.ts';
import { WEBSITE_HELP } from './values.ts';

const NAMES = SOURCE_NAMES.join(', ');

interface Options {
  website?: string;
  dryRun?: boolean;
  untilOwnHits?: boolean;
}

/** `footfall import …` */
export function importCommand(): Command {
  const command = new Command('import')
    .description(
      `Import statistics from files of other products (${NAMES}). Without the name of a source, it is ` +
        'recognized by the content. "-" is standard input. Gzip, zstd and zip are read as they are.',
    )
    // Otherwise it would take the options of its subcommands for its own. The program has to have it, too.
    .enablePositionalOptions()
    .argument('<source-and-files...>', 'the source, if it is to be named, and one or more files')
    // Not a required option: Commander would require it of the subcommands, too.
    .option('--website <id>', `${WEBSITE_HELP} (required)`)
    .option('--dry-run', 'only show what would be imported')
    .option('--until-own-hits', 'if the website has own hits in that time, end before the first of them')
    .option('--json', 'print the import, or the preview')
    .action((names: string[], options: Options, command: Command) =>
      withDatabase(async (deps) => {
        const website = await findWebsite(options.website ?? '', deps);
        lowerProcessPriority();
        limitGarbage();
        const [source, files] = sourceAndFiles(names);
        const stored = await storeInput(files, process.stdin);
        const direct = await openDirect(deps.config.databaseUrl);
        const places = openPlaces({ database: deps.config.geoDatabase, log: silent });
        const stop = stopSignals();
        try {
          const given: ImportedFiles = {
            website,
            source: source ?? (await detectSource(stored.files[0] as SourceFile)),
            files: stored.files,
            untilOwnHits: options.untilOwnHits === true,
          };
          const all: ImportDeps = { ...deps, direct, places, onProgress: progress(stop.signal) };
          if (options.dryRun) showPreview(command, given, await previewImport(given, all));
          else {
            const hash = await hashFiles(stored.files);
            const row = await performImport({ ...given, hash, startedBy: 'command_line' }, all);
            showImport(command, row, website.domain);
          }
        } finally {
          stop.release();
          places.close();
          await direct.close();
          await stored.close();
        }
      }),
    );
  return command.addCommand(listCommand()).addCommand(undoCommand());
}

const silent = { info: () => undefined, warn: () => undefined };

/** The first name is that of a source if it is one, and others follow. */
function sourceAndFiles([first = '', ...others]: string[]): [Source | null, string[]] {
  return isSourceName(first) && others.length > 0 ? [findSource(first), others] : [null, [first, ...others]];
}

const LINE_MS = 5_000;

/**
 * Lets SIGINT and SIGTERM end a command in its own time. A second one ends the process at once.
 * @returns what tells of them, and what gives them back to Node.
 */
function stopSignals(): { signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const names = ['SIGINT', 'SIGTERM'] as const;
  for (const name of names) process.once(name, stop);
  return {
    signal: controller.signal,
    release() {
      for (const name of names) process.off(name, stop);
    },
  };
}

/**
 * Prints a line every five seconds.
 * @returns a function that throws once the command is to end. Nothing of the import is left then.
 */
function progress(signal: AbortSignal): ImportDeps['onProgress'] {
  let last = performance.now();
  return (step, rows) => {
    if (signal.aborted) throw new AppError('unavailable', 'The import was stopped. Nothing of it is left.');
    if (performance.now() - last < LINE_MS) return;
    last = performance.now();
    process.stderr.write(`${step === 'read' ? 'Read' : 'Stored'} ${counted(rows, 'row')}.\n`);
  };
}

const day = (number: number | null) => (number === null ? null : dayText(number));

function skippedTable(rows: ReturnType<typeof skippedRecords>): string {
  if (rows.length === 0) return 'No rows were skipped.';
  const cells = rows.map(({ reason, count, examples }) => [
    reason,
    grouped(count),
    examples.map(({ file, line, message }) => `${file}:${line}${message ? ` ${message}` : ''}`).join(', '),
  ]);
  return table([['SKIPPED', 'ROWS', 'FIRST LINES'], ...cells]);
}

interface Numbers {
  visitors: number;
  visits: number;
  pageviews: number;
  events: number;
}

const inWords = ({ visitors, visits, pageviews, events }: Numbers) =>
  [
    counted(pageviews, 'pageview'),
    counted(events, 'event'),
    counted(visits, 'visit'),
    counted(visitors, 'visitor'),
  ].join(', ');

function showPreview(command: Command, { source }: ImportedFiles, preview: Preview): void {
  const skipped = skippedRecords(skippedRows(preview.skipped));
  const { rows, skipped: _, firstDay, lastDay, cutAt, cutDay, ...numbers } = preview;
  const json = {
    source: source.name,
    rows,
    from: day(firstDay),
    to: day(lastDay),
    ...numbers,
    own_hits_from: cutAt === null ? day(cutDay) : new Date(cutAt).toISOString(),
    skipped,
  };
  const days = firstDay === null ? 'Nothing would be imported' : `${json.from} to ${json.to}`;
  const own =
    json.own_hits_from === null
      ? ''
      : `\nThe website has own hits from ${json.own_hits_from} on. Only what is before them can be ` +
        'imported, with --until-own-hits.';
  const text = `${SOURCE_LABELS[source.name]}: ${counted(rows, 'row')}. ${days}: ${inWords(numbers)}.${own}`;
  print(command, json, `${text}\n${skippedTable(skipped)}`);
}

/** An import as scripts read it: with the names of the REST API. */
const recordOf = (row: Import) => ({ ...importRecord(row), website: row.websiteId });

/** What stays when the import is undone. */
function restoredText({ goals, segments, funnels, annotations }: RestoredSettings): string {
  const rows = [
    counted(goals, 'goal'),
    counted(segments, 'segment'),
    counted(funnels, 'funnel'),
    counted(annotations, 'annotation'),
  ];
  return `Restored ${rows.join(', ')}. Undoing the import does not delete them.\n`;
}

function showImport(command: Command, row: PerformedImport, domain: string): void {
  const record = { ...recordOf(row), restored: row.restored };
  const text =
    `Import ${row.id} into ${domain} is done. ${counted(record.rows, 'row')}. ${record.from} to ` +
    `${record.to}: ${inWords(record)}.\n${row.restored ? restoredText(row.restored) : ''}` +
    `${skippedTable(record.skipped)}\nTo undo it: npx footfall import undo ${row.id}`;
  print(command, record, text);
}

function listCommand(): Command {
  return new Command('list')
    .description('List the imports of a website.')
    .requiredOption('--website <id>', WEBSITE_HELP)
    .option('--json', 'print a list of objects')
    .action(({ website: id }: { website: string }, command: Command) =>
      withDatabase(async (deps) => {
        const website = await findWebsite(id, deps);
        const records = (await listImports(website.id, deps.db)).map(recordOf);
        const cells = records.map((one) => [
          String(one.id),
          one.source ?? '-',
          one.state,
          `${one.from ?? '-'} to ${one.to ?? '-'}`,
          grouped(one.pageviews),
          one.files.join(', '),
        ]);
        const heading = ['ID', 'SOURCE', 'STATE', 'DAYS', 'PAGEVIEWS', 'FILES'];
        print(command, records, table([heading, ...cells]));
      }),
    );
}

function undoCommand(): Command {
  return new Command('undo')
    .description('Undo an import: afterwards every number is as before it.')
    .argument('<id>', 'id of the import, as shown by `footfall import list`')
    .option('--json', 'print {"id","undone"}')
    .action((id: string, _options: object, command: Command) =>
      withDatabase(async (deps: Deps) => {
        const row = await findImport(id, deps.db);
        const direct = await openDirect(deps.config.databaseUrl);
        try {
          await undoImport(row, { ...deps, direct });
        } finally {
          await direct.close();
        }
        print(command, { id: row.id, undone: true }, `Undid import ${row.id} (${row.source}).`);
      }),
    );
}

import { open, rm } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import { operator } from '../auth/keys.ts';
import { openSnapshots } from '../db/open.ts';
import { invalid } from '../errors.ts';
import { counted, grouped } from '../stats/format.ts';
import { ROW_FORMATS } from '../transfer/exports/layout.ts';
import { prepareExport } from '../transfer/exports/websiteExport.ts';
import { type ExportCounts, writeExport } from '../transfer/exports/write.ts';
import { findWebsite } from '../websites/list.ts';
import { isJson, print, table } from './output.ts';
import { withDatabase } from './run.ts';
import { WEBSITE_HELP } from './values.ts';

interface Options {
  website: string;
  from?: string;
  to?: string;
  format?: string;
}

const STANDARD_OUTPUT = '-';

/** The format that the name of a file states: `shop.parquet.zip`. */
const formatIn = (file: string) =>
  ROW_FORMATS.find((format) => [`.${format}`, `.${format}.zip`].some((end) => file.endsWith(end)));

/** `footfall export` */
export function exportCommand(): Command {
  return new Command('export')
    .description(
      'Export a website as a zip archive: hits, visits, totals of days, dropped hits, settings, goals, ' +
        'funnels, segments and annotations. The server may be running.',
    )
    .argument('<file>', 'file to create; it must not exist. - writes to the standard output')
    .requiredOption('--website <id>', WEBSITE_HELP)
    .option('--from <day>', 'first day, as 2026-11-01; by default the first one with hits')
    .option('--to <day>', 'last day; by default the last one with hits')
    .option('--format <name>', `${ROW_FORMATS.join(', ')}; by default as the name of the file says, or csv`)
    .option('--json', 'print {"file","format","files"}')
    .action((file: string, { website: id, ...given }: Options, command: Command) =>
      withDatabase(async (deps) => {
        const website = await findWebsite(id, deps);
        const args = { ...given, format: given.format ?? formatIn(file) };
        const context = { ...deps, viewer: operator(website.teamId) };
        const request = await prepareExport(website, args, context);
        const connection = await openSnapshots(deps.config.databaseUrl);
        try {
          const toOutput = file === STANDARD_OUTPUT;
          const write = (target: Writable) => writeExport(connection, request, target);
          const files = await (toOutput ? write(standardOutput()) : toNewFile(file, write));
          const { format } = request;
          if (!toOutput) print(command, { file, format, files }, described(file, files));
          else if (!isJson(command)) process.stderr.write(`${described('the standard output', files)}\n`);
        } finally {
          await connection.close();
        }
      }),
    );
}

/** The standard output as a stream that may end. */
const standardOutput = () =>
  new Writable({ write: (chunk, _encoding, done) => void process.stdout.write(chunk, done) });

/** Writes a new file that only this user can read. It is deleted if that fails. */
async function toNewFile<T>(file: string, write: (target: Writable) => Promise<T>): Promise<T> {
  const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw invalid({ file: [`${file} exists already. Choose another name.`] });
    throw error;
  });
  try {
    const target = handle.createWriteStream({ flush: true });
    return await write(target);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

function described(file: string, files: ExportCounts): string {
  const rows = Object.values(files).reduce((sum, count) => sum + count, 0);
  const cells = Object.entries(files).map(([name, count]) => [name, grouped(count)]);
  return `${table([['FILE', 'ROWS'], ...cells])}\nExported ${counted(rows, 'row')} to ${file}.`;
}

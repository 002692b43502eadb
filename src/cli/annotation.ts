import { Command } from 'commander';
import { operator } from '../auth/keys.ts';
import { dayText, FIRST_DAY } from '../calendar/days.ts';
import type { Annotation } from '../generated/prisma/client.ts';
import { createContext } from '../request/context.ts';
import { createAnnotation, deleteAnnotation } from '../websites/annotations/changes.ts';
import { findAnnotation, listAnnotations } from '../websites/annotations/read.ts';
import { MAX_ANNOTATIONS } from '../websites/entities.ts';
import { findWebsite } from '../websites/list.ts';
import { print, table } from './output.ts';
import { withDatabase } from './run.ts';
import { WEBSITE_HELP } from './values.ts';

interface CreateOptions {
  website: string;
  day?: string;
  text: string;
  public?: boolean;
}

interface ListOptions {
  website: string;
  from?: string;
  to?: string;
}

const LAST_DAY = '9999-12-31';

const recordOf = ({ id, websiteId, day, text, isPublic, createdAt, updatedAt }: Annotation) => ({
  id,
  website: websiteId,
  day: dayText(day),
  text,
  public: isPublic,
  created_at: createdAt,
  updated_at: updatedAt,
});

/** `footfall annotation …` */
export function annotationCommand(): Command {
  const annotation = new Command('annotation').description('Manage notes on days of a website.');

  annotation
    .command('create')
    .description('Add a note to a day, such as a deployment. The chart of the statistics page shows it.')
    .requiredOption('--website <id>', WEBSITE_HELP)
    .requiredOption('--text <text>', 'the note, at most 200 characters')
    .option('--day <day>', 'day of the note, for example 2026-11-21 (default: today)')
    .option('--public', 'show it to everyone who can see the statistics (default: only to the team)')
    .option('--json', 'print the annotation')
    .action(({ website: id, ...args }: CreateOptions, command: Command) =>
      withDatabase(async (deps) => {
        const website = await findWebsite(id, deps);
        const context = createContext(deps, operator(website.teamId));
        const row = await createAnnotation({ ...args, website_id: website.id }, context);
        const text = `Created annotation ${row.id} on ${dayText(row.day)} of ${website.domain}.`;
        print(command, recordOf(row), text);
      }),
    );

  annotation
    .command('list')
    .description('List the notes of a website.')
    .requiredOption('--website <id>', WEBSITE_HELP)
    .option('--from <day>', 'first day (default: the first supported day)')
    .option('--to <day>', 'last day (default: no limit)')
    .option('--json', 'print a list of objects')
    .action(({ website: id, from = FIRST_DAY, to = LAST_DAY }: ListOptions, command: Command) =>
      withDatabase(async (deps) => {
        const website = await findWebsite(id, deps);
        const context = createContext(deps, operator(website.teamId));
        const rows = await listAnnotations(website, { from, to, last: MAX_ANNOTATIONS }, context);
        const list = rows.map(recordOf);
        const cells = list.map((row) => [
          ...[String(row.id), row.day, row.public ? 'public' : 'private', row.text],
        ]);
        print(command, list, table([['ID', 'DAY', 'VISIBLE', 'TEXT'], ...cells]));
      }),
    );

  annotation
    .command('delete')
    .description('Delete a note.')
    .argument('<id>', 'id of the note, as shown by `footfall annotation list`')
    .option('--json', 'print {"id","deleted"}')
    .action((id: string, _options: object, command: Command) =>
      withDatabase(async (deps) => {
        const row = await findAnnotation(id, deps);
        await deleteAnnotation(row.id, createContext(deps, operator(row.website.teamId)));
        print(command, { id: row.id, deleted: true }, `Deleted annotation ${row.id} (${row.text}).`);
      }),
    );
  return annotation;
}

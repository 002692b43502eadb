import { Command } from 'commander';
import { counted } from '../stats/format.ts';
import { parseConditions } from '../transfer/forget/conditions.ts';
import { type Forgotten, forget } from '../transfer/forget/forget.ts';
import { findWebsite } from '../websites/list.ts';
import { print } from './output.ts';
import { withDatabase } from './run.ts';
import { WEBSITE_HELP } from './values.ts';

interface Options {
  website: string;
  before?: string;
  path?: string;
  country?: string;
  property?: string;
  dryRun?: boolean;
}

/** `footfall website forget` */
export function forgetCommand(): Command {
  return new Command('forget')
    .description(
      'Delete the hits of a website that meet all given conditions, or remove a property from them, and ' +
        'count their visits and days again. The server may be running. Only a backup has them afterwards.',
    )
    .requiredOption('--website <id>', WEBSITE_HELP)
    .option('--before <day>', 'only hits of days before this one, for example 2025-01-01')
    .option('--path <path>', 'only hits of exactly this path, for example /reset/4711')
    .option('--country <code>', 'only hits of visitors from this country, for example DE')
    .option('--property <name>', 'remove this property from the hits, which stay')
    .option('--dry-run', 'only show how much would be deleted')
    .option('--json', 'print {"hits","visits","visitors","days","drops","sums","undivided"}')
    .action(({ website: id, dryRun = false, ...given }: Options, command: Command) =>
      withDatabase(async ({ db }) => {
        const website = await findWebsite(id, { db });
        const conditions = parseConditions(given);
        const found = await forget(db, website.id, conditions, { dryRun });
        print(command, found, described(found, conditions.property, dryRun));
      }),
    );
}

/** What is said of daily sums that cannot be divided. */
function undividedText({ undivided }: Forgotten): string {
  if (undivided === 0) return '';
  const sums = `${counted(undivided, 'daily sum')} of imports`;
  return `\nKept ${sums}, which contain no visits: only --before without --country deletes them.`;
}

function described(found: Forgotten, property: string | null, dryRun: boolean): string {
  const { hits, visits, visitors, days, drops, sums } = found;
  const undivided = undividedText(found);
  if (hits + drops + sums === 0) return `No hits meet the conditions.${undivided}`;
  const of = [counted(visits, 'visit'), counted(visitors, 'visitor'), counted(days, 'day')].join(', ');
  const all = `${counted(hits, 'hit')} (${of})`;
  if (property !== null) {
    const name = JSON.stringify(property);
    return dryRun ? `The property ${name} would be removed from ${all}.` : `Removed ${name} from ${all}.`;
  }
  const parts = [
    all,
    ...(drops > 0 ? [`${counted(drops, 'count')} of dropped hits`] : []),
    ...(sums > 0 ? [`${counted(sums, 'daily sum')} of imports`] : []),
  ];
  const what = parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : all;
  return (dryRun ? `${what} would be deleted.` : `Deleted ${what}.`) + undivided;
}

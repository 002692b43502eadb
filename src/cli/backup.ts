import { Command } from 'commander';
import { ConfigError, readConfig } from '../config.ts';
import { isPostgresql } from '../db/url.ts';
import { counted } from '../stats/format.ts';
import { explain, print } from './output.ts';

const POSTGRESQL = `DATABASE_URL is PostgreSQL, which has tools of its own:
  pg_dump --format=custom --exclude-table-data='"Salt"' --file=footfall.dump "$DATABASE_URL"
  pg_restore --clean --if-exists --dbname="$DATABASE_URL" footfall.dump
docs/operating.md says more.`;

/** `footfall backup` */
export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'Write a backup of the SQLite database into a new file, beside a running server, and check it. For PostgreSQL it says how.',
    )
    .argument('<file>', 'where to; it must not exist')
    .option('--json', 'print {"file","bytes","tables"}')
    .action((file: string, _options: object, command: Command) =>
      onSqlite(async (url) => {
        const { backUp } = await import('../db/sqlite/backup.ts');
        const written = await backUp(url, file);
        print(command, written, `Backed up ${described(written)}, checked.`);
      }),
    );
}

/** `footfall restore` */
export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Put a backup in the place of the SQLite database. Stop the server first; its next start migrates the backup.',
    )
    .argument('<file>', 'what `footfall backup` wrote')
    .option('--replace', 'also where the database has data; it is kept under another name')
    .option('--json', 'print {"file","bytes","tables","before"}')
    .action((file: string, { replace = false }: { replace?: boolean }, command: Command) =>
      onSqlite(async (url) => {
        const { restore } = await import('../db/sqlite/backup.ts');
        const restored = await restore(url, file, { replace, now: Date.now() });
        const kept = restored.before
          ? ` The database that was there before is ${restored.before} now: delete it when you do not need it.`
          : '';
        print(command, restored, `Restored ${described(restored)}.${kept}`);
      }),
    );
}

function described({ file, tables }: { file: string; tables: Record<string, number> }): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  return `${counted(rows, 'row')} into ${file}`;
}

async function onSqlite(work: (url: string) => Promise<void>): Promise<void> {
  try {
    const { databaseUrl } = readConfig(process.env);
    if (isPostgresql(databaseUrl)) throw new Error(POSTGRESQL);
    await work(databaseUrl);
  } catch (error) {
    process.stderr.write(`${error instanceof ConfigError ? error.message : explain(error)}\n`);
    process.exitCode = 1;
  }
}

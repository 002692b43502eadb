import { Command } from 'commander';
import { ConfigError, readConfig } from '../config.ts';
import { isPostgresql } from '../db/url.ts';
import { counted } from '../stats/format.ts';
import { explain, print } from './output.ts';

const POSTGRESQL = `DATABASE_URL is a PostgreSQL database. Use pg_dump and pg_restore:
  pg_dump --format=custom --exclude-table-data='"Salt"' --file=footfall.dump "$DATABASE_URL"
  pg_restore --clean --if-exists --dbname="$DATABASE_URL" footfall.dump
For details, see docs/operating.md.`;

/** `footfall backup` */
export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'Back up the SQLite database to a new file, and check the backup. The server may be running. ' +
        'For PostgreSQL, show the commands to use instead.',
    )
    .argument('<file>', 'file to create; it must not exist')
    .option('--json', 'print {"file","bytes","tables"}')
    .action((file: string, _options: object, command: Command) =>
      onSqlite(async (url) => {
        const { backUp } = await import('../db/sqlite/backup.ts');
        const written = await backUp(url, file);
        print(command, written, `Backed up ${described(written)}, and checked the backup.`);
      }),
    );
}

/** `footfall restore` */
export function restoreCommand(): Command {
  return new Command('restore')
    .description(
      'Replace the SQLite database with a backup. Stop the server first. ' +
        'The server migrates the backup when it starts.',
    )
    .argument('<file>', 'file created by `footfall backup`')
    .option('--replace', 'restore even if the database has data; its file is renamed and kept')
    .option('--json', 'print {"file","bytes","tables","before"}')
    .action((file: string, { replace = false }: { replace?: boolean }, command: Command) =>
      onSqlite(async (url) => {
        const { restore } = await import('../db/sqlite/backup.ts');
        const restored = await restore(url, file, { replace, now: Date.now() });
        const kept = restored.before
          ? ` The previous database is now ${restored.before}. Delete it when you no longer need it.`
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

import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { migrate } from '../db/migrations/migrate.ts';
import { explain, print } from './output.ts';

/** `footfall migrate`. The server does the same when it starts. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Apply all pending migrations to the database.')
    .option('--json', 'print {"applied"}')
    .action(async (_options: object, command: Command) => {
      try {
        const applied = await migrate(readConfig(process.env).databaseUrl);
        print(command, { applied }, applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Up to date.');
      } catch (error) {
        process.stderr.write(`${explain(error)}\n`);
        process.exitCode = 1;
      }
    });
}

import { Command } from 'commander';
import { ConfigError, readConfig } from '../config.ts';
import { isPostgresql } from '../db/url.ts';
import { AppError, invalid } from '../errors.ts';
import { explain, print } from './output.ts';

/** `footfall citus …` */
export function citusCommand(): Command {
  const citus = new Command('citus').description(
    'Distribute a PostgreSQL database over several machines with Citus.',
  );
  citus
    .command('distribute')
    .description(
      'Distribute the large tables over the Citus nodes, by website. ' +
        'Hits wait while the command moves rows; servers notice it by themselves. If you run it again, ' +
        'it performs only the missing steps.',
    )
    .option('--shards <n>', 'number of shards of each table (default: that of Citus, 32)')
    .option('--json', 'print a list of {"what","done","text"}')
    .action(async ({ shards }: { shards?: string }, command: Command) => {
      try {
        const steps = await run(shards);
        const lines = steps.map(({ done, text }) => `${done ? 'done ' : 'found'}  ${text}`);
        print(command, steps, lines.join('\n'));
      } catch (error) {
        process.stderr.write(`${error instanceof ConfigError ? error.message : explain(error)}\n`);
        process.exitCode = 1;
      }
    });
  return citus;
}

async function run(shards: string | undefined) {
  if (shards !== undefined && !/^[1-9]\d{0,3}$/.test(shards))
    throw invalid({ shards: ['Must be a number from 1 to 9999.'] });
  const { databaseUrl } = readConfig(process.env);
  if (!isPostgresql(databaseUrl))
    throw new AppError(
      'invalid',
      'Citus requires PostgreSQL: DATABASE_URL must be a PostgreSQL URL, ' +
        'for example postgresql://user:password@db.example.com:5432/footfall.',
    );
  const { distribute } = await import('../db/postgresql/citus/distribute.ts');
  return distribute(databaseUrl, shards === undefined ? {} : { shards: Number(shards) });
}

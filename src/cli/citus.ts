import { Command } from 'commander';
import { ConfigError, readConfig } from '../config.ts';
import { isPostgresql } from '../db/url.ts';
import { AppError, invalid } from '../errors.ts';
import { explain, print } from './output.ts';

/** `footfall citus …` */
export function citusCommand(): Command {
  const citus = new Command('citus').description('A PostgreSQL database on several machines, with Citus.');
  citus
    .command('distribute')
    .description(
      'Spread what grows with the hits over the machines of Citus, by website. Given again, it does what is missing. Hits wait meanwhile; restart the servers after it.',
    )
    .option(
      '--shards <n>',
      'into how many parts, each of which is on one machine (default: that of Citus, 32)',
    )
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
      'Citus is a part of PostgreSQL: DATABASE_URL must be an address such as postgresql://user:password@host:5432/footfall.',
    );
  const { distribute } = await import('../db/postgresql/citus.ts');
  return distribute(databaseUrl, shards === undefined ? {} : { shards: Number(shards) });
}

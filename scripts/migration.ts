/**
 * `npm run migration -- --name add-sessions`: writes the next migration for both databases: the difference
 * between prisma/schema.prisma and throw-away databases to which all migrations have been applied.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { migrationsFolder } from '../src/db/migrations/migrate.ts';
import { root } from '../src/root.ts';
import { startPostgresql } from '../test/support/postgresql/server.mjs';
import { copiesTable, nextMigration } from './nextMigration.ts';

const { values } = parseArgs({ options: { name: { type: 'string' } } });
if (!values.name) throw new Error('--name is required: npm run migration -- --name add-sessions');
const name = values.name.replace(/\W+/g, '_').toLowerCase();
// Both databases share the timestamp, because a migration is one step of the product.
const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);

async function write(url: string): Promise<void> {
  const script = await nextMigration(url);
  const migrations = migrationsFolder(url);
  const shown = path.relative(root, migrations);
  if (script === null) {
    process.stdout.write(`${shown} is up to date with prisma/schema.prisma: no migration was written.\n`);
    return;
  }
  const folder = path.join(migrations, `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'migration.sql'), script);
  process.stdout.write(`Wrote ${shown}/${stamp}_${name}/migration.sql. Review it before you commit it.\n`);
  if (copiesTable(script))
    process.stdout.write(
      'It copies a table, which loses WITHOUT ROWID and the counter of its ids. Replace it by\n' +
        'ALTER TABLE … ADD COLUMN … NOT NULL DEFAULT …, as in 20261128020426_website_hosts.\n',
    );
}

const scratch = await mkdtemp(path.join(tmpdir(), 'footfall-'));
await write(`file:${path.join(scratch, 'scratch.db')}`);
await rm(scratch, { recursive: true });
const server = await startPostgresql();
await write(server.url('postgres')).finally(() => server.stop());

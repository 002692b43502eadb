/** `npm run migration -- --name add-sessions`: writes the next migration from the change in prisma/schema.prisma. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { PrismaBetterSqlite3 } from '@prisma/adapter-better-sqlite3';
import { withSchemaEngine } from '../src/db/engine.ts';
import { everything, migrationsFolder, readMigrations } from '../src/db/migrate.ts';
import { root } from '../src/root.ts';

const { values } = parseArgs({ options: { name: { type: 'string' } } });
if (!values.name) throw new Error('Give the migration a name: npm run migration -- --name add-sessions');

const schema = path.join(root, 'prisma/schema.prisma');
const files = [{ path: schema, content: await readFile(schema, 'utf8') }];
const migrations = migrationsFolder('file:');
const migrationsList = await readMigrations(migrations);

// The migrations so far, applied to a throw-away database: what the schema has beyond it is the next one.
const scratch = path.join(await mkdtemp(path.join(tmpdir(), 'footfall-')), 'scratch.db');
const script = await withSchemaEngine(
  new PrismaBetterSqlite3({ url: scratch }),
  async (engine) => {
    await engine.applyMigrations({ migrationsList, filters: everything });
    const { stdout } = await engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: root },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: null,
      filters: everything,
    });
    return stdout;
  },
  files[0],
);
await rm(path.dirname(scratch), { recursive: true });

if (!script || script.includes('-- This is an empty migration.')) {
  process.stdout.write('The migrations do all that prisma/schema.prisma asks for: nothing to write.\n');
} else {
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const folder = path.join(migrations, `${stamp}_${values.name.replace(/\W+/g, '_').toLowerCase()}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'migration.sql'), script);
  process.stdout.write(
    `Written: ${path.relative(root, folder)}/migration.sql. Read it before you commit it.\n`,
  );
}

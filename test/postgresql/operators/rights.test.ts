import { expect, test } from '@jest/globals';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { resolveUrl } from '../../../src/db/open.ts';
import { MIGRATIONS } from '../../support/database.ts';
import { roleDatabase } from '../../support/postgresql/roles.ts';
import { startTestServer } from '../../support/server.ts';

const refused = (advice: RegExp) => ({ advice: expect.stringMatching(advice) });

test('without CREATE on public, the message has the right statement, and nothing is changed', async () => {
  await using database = await roleDatabase();
  const start = migrate(database.url());
  await expect(start).rejects.toMatchObject(
    refused(/does not let the role "role_\w+" create tables in the schema "public": run GRANT USAGE, CREATE/),
  );
  expect(await database.tables()).toEqual([]);
  const { advice } = (await start.catch((error) => error)) as { advice: string };
  expect(advice).not.toContain('visitor');
  const [, statement = ''] = /run (GRANT .*?),? or/.exec(advice) ?? [];
  await database.sql(statement);
  expect(await migrate(database.url())).toEqual(MIGRATIONS);
});

test('a schema of DATABASE_URL that is missing and may not be created is refused', async () => {
  await using database = await roleDatabase();
  await expect(migrate(database.url('?schema=stats'))).rejects.toMatchObject(
    refused(/has no schema "stats", .*: run CREATE SCHEMA "stats" AUTHORIZATION "role_\w+"/),
  );
  await database.sql('CREATE SCHEMA stats AUTHORIZATION $role');
  expect(await migrate(database.url('?schema=stats'))).toEqual(MIGRATIONS);
});

test.each([
  ['a table', 'CREATE TABLE invoice (id int)', 'a table invoice'],
  ['a partitioned table', 'CREATE TABLE log (day date) PARTITION BY RANGE (day)', 'a table log'],
  [
    'the migrations of another application',
    'CREATE TABLE _prisma_migrations ' +
      '(migration_name text, finished_at timestamp, rolled_back_at timestamp); ' +
      "INSERT INTO _prisma_migrations VALUES ('20200101_init', now()); " +
      'GRANT ALL ON _prisma_migrations TO $role',
    'other migrations',
  ],
])('a schema with %s of another application is refused', async (_what, statement, found) => {
  await using database = await roleDatabase();
  await database.sql(`GRANT CREATE ON SCHEMA public TO $role; GRANT CREATE ON DATABASE $database TO $role`);
  await database.sql(statement);
  const before = await database.tables();
  await expect(migrate(database.url())).rejects.toThrow(
    `is not one of Footfall: it has ${found}. Set an empty one, or a schema of its own`,
  );
  expect(await database.tables()).toEqual(before);
  // The way out that the message names.
  expect(await migrate(database.url('?schema=footfall'))).toEqual(MIGRATIONS);
});

test('tables that an extension created belong to no other application', async () => {
  await using database = await roleDatabase();
  await database.sql('GRANT CREATE ON SCHEMA public TO $role; CREATE TABLE spatial_ref_sys (id int)');
  await database.sql('ALTER EXTENSION plpgsql ADD TABLE spatial_ref_sys');
  expect(await migrate(database.url())).toEqual(MIGRATIONS);
  await database.sql('ALTER EXTENSION plpgsql DROP TABLE spatial_ref_sys');
});

test('a role that may not change the tables of another one is refused if they must be migrated', async () => {
  await using database = await roleDatabase({ migrated: true });
  await database.sql(`DELETE FROM _prisma_migrations WHERE migration_name = '${MIGRATIONS.at(-1)}'`);
  await database.sql(
    'GRANT ALL ON ALL TABLES IN SCHEMA public TO $role; GRANT CREATE ON SCHEMA public TO $role',
  );
  await expect(migrate(database.url())).rejects.toMatchObject(
    refused(/has tables of the role footfall, which the role "role_\w+" may not change: run npx footfall/),
  );
});

test('a server runs as a role without CREATE, with the grants that the refusal names', async () => {
  await using database = await roleDatabase({ migrated: true });
  await database.sql('REVOKE TEMPORARY ON DATABASE $database FROM PUBLIC');
  await database.sql('GRANT SELECT ON ALL TABLES IN SCHEMA public TO $role');
  // Commands that only read need no more.
  expect(await migrate(database.url())).toEqual([]);
  const { advice } = (await resolveUrl(database.url(), { forServer: true }).catch((error) => error)) as {
    advice: string;
  };
  expect(advice).toMatch(
    /denies the role "role_\w+" rights that a server needs on the table Account: run GRANT/,
  );
  await database.sql(advice.replace(/^.*?: run (.*)\.$/, '$1'));
  await using server = await startTestServer({ env: { DATABASE_URL: database.url() }, unclaimed: true });
  expect((await server.newAccount('owner@example.com')).accountId).toBe(1);
  await server.deps.db.scrub();
});

test('a role that is read-only by default is refused before it migrates', async () => {
  await using database = await roleDatabase();
  await database.sql('GRANT CREATE ON SCHEMA public TO $role');
  await database.sql('ALTER ROLE $role SET default_transaction_read_only = on');
  await expect(migrate(database.url())).rejects.toMatchObject(
    refused(/is read-only for the role "role_\w+": run ALTER ROLE/),
  );
});

test('few connections leave fewer for reads; too few are refused before anything is changed', async () => {
  await using few = await roleDatabase({ limit: 11 });
  await few.sql('GRANT CREATE ON SCHEMA public TO $role');
  const url = await resolveUrl(few.url(), { forServer: true });
  expect(new URL(url).searchParams.get('connection_limit')).toBe('11');
  await using tooFew = await roleDatabase({ limit: 5 });
  await tooFew.sql('GRANT CREATE ON SCHEMA public TO $role');
  await expect(
    startTestServer({ env: { DATABASE_URL: tooFew.url() }, unclaimed: true }),
  ).rejects.toMatchObject(
    refused(/allows the role role_\w+ 5 connections, and an instance needs 9 at least .*ALTER ROLE/),
  );
  expect(await tooFew.tables()).toEqual([]);
  await expect(resolveUrl(few.url('?connection_limit=3'), { forServer: true })).rejects.toMatchObject(
    refused(/3 connections, .*set connection_limit in DATABASE_URL to 15/),
  );
  await expect(resolveUrl(few.url(), { forServer: true })).resolves.toContain('schema=public');
  await few.sql('ALTER DATABASE $database CONNECTION LIMIT 4');
  await expect(resolveUrl(few.url(), { forServer: true })).rejects.toMatchObject(refused(/ALTER DATABASE/));
});

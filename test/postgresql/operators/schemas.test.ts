import { expect, test } from '@jest/globals';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { MIGRATIONS } from '../../support/database.ts';
import { type RoleDatabase, roleDatabase } from '../../support/postgresql/roles.ts';
import { startTestServer } from '../../support/server.ts';
import { sendHit } from '../../support/track.ts';

/** Starts a server on a URL, counts a hit, and reads it in every way: by Prisma, and by SQL. */
async function expectCounting(url: string): Promise<void> {
  await using server = await startTestServer({ env: { DATABASE_URL: url }, unclaimed: true });
  const { key } = await server.newAccount('owner@example.com');
  const created = await server.call('/api/v1/websites', {
    method: 'POST',
    key,
    body: new URLSearchParams({ url: 'https://example.com' }),
  });
  expect(created.status).toBe(201);
  const { data } = (await created.json()) as { data: { id: number; tracking_id: string } };
  const page = 'https://example.com/a';
  expect((await sendHit(server, { website: data.tracking_id, page })).status).toBe(202);
  const day = '2026-11-21';
  const stats = await server.call(`/api/v1/stats/${data.id}?name=page&from=${day}&to=${day}`, { key });
  expect(((await stats.json()) as { data: unknown }).data).toEqual([{ value: '/a', count: 1 }]);
  expect((await server.call('/readyz')).status).toBe(200);
}

/** The schemas that have tables. */
const schemas = async (database: RoleDatabase) => [
  ...new Set((await database.tables()).map((table) => table.split('.')[0])),
];

test('a schema that is named like the role has all tables, and the server uses them', async () => {
  await using database = await roleDatabase();
  await database.sql('CREATE SCHEMA $role AUTHORIZATION $role');
  expect(await migrate(database.url())).toEqual(MIGRATIONS);
  await expectCounting(database.url());
  expect(await schemas(database)).toEqual([database.role]);
});

test('the search_path of a role decides, and a name that must be quoted works', async () => {
  await using database = await roleDatabase();
  await database.sql('CREATE SCHEMA "Web stats" AUTHORIZATION $role');
  await database.sql('ALTER ROLE $role SET search_path = "Web stats", public');
  await expectCounting(database.url());
  expect(await schemas(database)).toEqual(['Web stats']);
});

test('?schema= decides over the search_path, and the first migration creates the schema', async () => {
  await using database = await roleDatabase();
  await database.sql('CREATE SCHEMA other AUTHORIZATION $role; ALTER ROLE $role SET search_path = other');
  await database.sql('GRANT CREATE ON DATABASE $database TO $role');
  await expectCounting(database.url('?schema=stats'));
  expect(await schemas(database)).toEqual(['stats']);
});

test('tables in public are used although the role got a schema of its own afterwards', async () => {
  await using database = await roleDatabase();
  await database.sql('GRANT CREATE ON SCHEMA public TO $role');
  await migrate(database.url());
  await database.sql('CREATE SCHEMA $role AUTHORIZATION $role');
  expect(await migrate(database.url())).toEqual([]);
  await expectCounting(database.url());
  expect(await schemas(database)).toEqual(['public']);
});

test('tables in two schemas are refused until DATABASE_URL names one of them', async () => {
  await using database = await roleDatabase();
  await database.sql('GRANT CREATE ON SCHEMA public TO $role');
  await migrate(database.url());
  await database.sql('CREATE SCHEMA $role AUTHORIZATION $role');
  await migrate(database.url(`?schema=${database.role}`));
  const before = await database.tables();
  await expect(migrate(database.url())).rejects.toMatchObject({
    advice: expect.stringMatching(/has tables of Footfall in the schemas public and role_\w+: .*\?schema=/),
  });
  expect(await database.tables()).toEqual(before);
  await expectCounting(database.url('?schema=public'));
});

test('a search_path without a schema that the role may use is refused', async () => {
  await using database = await roleDatabase();
  await database.sql('ALTER ROLE $role SET search_path = missing');
  await expect(migrate(database.url())).rejects.toMatchObject({
    advice: expect.stringMatching(/search_path of the role \(missing\).*\?schema=footfall/),
  });
});

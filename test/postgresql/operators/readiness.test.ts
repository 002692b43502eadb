import { expect, test } from '@jest/globals';
import { openDatabase, openDirect } from '../../../src/db/open.ts';
import { createSite } from '../../support/crash/site.ts';
import { roleDatabase } from '../../support/postgresql/roles.ts';
import { run, startProcess } from '../../support/process.ts';
import { CHROME, temporaryFolder } from '../../support/server.ts';

const GRANTS =
  'GRANT SELECT, INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA public TO $role; ' +
  'GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO $role';

test('the fault of one connection stays until that one can write again', async () => {
  await using database = await roleDatabase({ migrated: true });
  await database.sql(GRANTS);
  const db = await openDatabase(database.url(), { lockTimeout: 100 });
  const direct = await openDirect(database.url());
  const hits = (number: number) =>
    db.enqueueWrite(() => direct.transaction(async (tx) => void (await tx.$queryRaw`SELECT 1`)), {
      node: null,
      number,
    });
  try {
    await db.write(async () => undefined);
    await database.sql('ALTER ROLE $role CONNECTION LIMIT 1');
    await expect(hits(1)).rejects.toMatchObject({ fault: 'crowded' });
    await db.write(async () => undefined);
    const [one, other] = await Promise.all([db.writeFault(), db.writeFault()]);
    expect([one, other]).toEqual([expect.objectContaining({ fault: 'crowded' }), one]);
    expect(one?.advice).toMatch(/has no free connection: raise the CONNECTION LIMIT of the role/);
    await database.sql('ALTER ROLE $role CONNECTION LIMIT -1');
    expect(await db.writeFault()).toBeNull();
    await hits(1);
    expect(await db.writeFault()).toBeNull();
  } finally {
    await direct.close();
    await db.close();
  }
});

test('/readyz is 503 while hits get no connection, and 200 again when they do', async () => {
  await using database = await roleDatabase({ migrated: true });
  await database.sql(GRANTS);
  await using temporary = await temporaryFolder();
  await using server = await startProcess(temporary.folder, { DATABASE_URL: database.url() });
  const site = await createSite(temporary.folder, database.url());
  const [website] = site.websites;
  const ready = async () => (await fetch(`${server.url}/readyz`)).status;
  const body = JSON.stringify({ website, page: 'https://example.com/a' });
  const headers = { 'user-agent': CHROME };
  const hit = async () => (await fetch(`${server.url}/api/event`, { method: 'POST', headers, body })).status;
  expect(await ready()).toBe(200);
  // The connections that record hits are opened with the first hit.
  await database.sql('ALTER ROLE $role CONNECTION LIMIT 1');
  expect([await hit(), await ready()]).toEqual([503, 503]);
  const second = await run('dist/main.js', [], temporary.folder, { DATABASE_URL: database.url(), PORT: '0' });
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('has no free connection: raise') });
  await database.sql('ALTER ROLE $role CONNECTION LIMIT -1');
  expect([await ready(), await hit(), await ready()]).toEqual([200, 202, 200]);
});

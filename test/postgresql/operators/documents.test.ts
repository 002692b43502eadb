import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { migrate } from '../../../src/db/migrations/migrate.ts';
import { resolveUrl } from '../../../src/db/open.ts';
import { MIGRATIONS } from '../../support/database.ts';
import { blocksOf } from '../../support/documents/blocks.ts';
import { roleDatabase } from '../../support/postgresql/roles.ts';
import { runSql, SERVER } from '../../support/postgresql/sql.ts';

/** The statements of a block of docs/operating.md, with other names. */
function documented(has: string, names: Record<string, string>): string[] {
  const block = blocksOf('docs/operating.md').find(({ text }) => text.includes(has));
  let text = block?.text ?? '';
  for (const [name, other] of Object.entries(names)) text = text.replaceAll(name, other);
  return text.split('\n');
}

test('a server runs on the role and the database that docs/operating.md creates', async () => {
  const name = `operator_${randomBytes(6).toString('hex')}`;
  const [role = '', database = ''] = documented('CREATE ROLE footfall', { footfall: name });
  await runSql(role);
  await runSql(database);
  try {
    const url = new URL(SERVER ?? '');
    [url.username, url.password, url.pathname] = [name, 'letters-and-digits', name];
    expect(await migrate(url.href)).toEqual(MIGRATIONS);
    expect(await resolveUrl(url.href, { forServer: true })).toContain('schema=public');
  } finally {
    await runSql(`DROP DATABASE ${name}`);
    await runSql(`DROP ROLE ${name}`);
  }
});

test('the grants of docs/operating.md are those that a server asks for', async () => {
  await using database = await roleDatabase({ migrated: true });
  await database.sql('REVOKE TEMPORARY ON DATABASE $database FROM PUBLIC');
  await expect(resolveUrl(database.url(), { forServer: true })).rejects.toMatchObject({ fault: 'refused' });
  for (const grant of documented('TO web', { 'DATABASE footfall': 'DATABASE $database', web: '$role' }))
    await database.sql(grant);
  expect(await resolveUrl(database.url(), { forServer: true })).toContain('schema=public');
});

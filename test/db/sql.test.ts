import { expect, test } from '@jest/globals';
import { raw, Sql, sql } from '../../src/db/sql/sql.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';
import { root } from '../../src/root.ts';
import { run } from '../support/process.ts';

test('Sql is the class of the Prisma client, although it is imported without the client', () => {
  expect(Sql).toBe(Prisma.Sql);
  const whole = Prisma.sql`SELECT ${1} FROM ${sql`(SELECT ${2} AS ${raw('"x"')})`}`;
  expect([whole.sql, whole.values]).toEqual(['SELECT ? FROM (SELECT ? AS "x")', [1, 2]]);
});

test('the same holds outside Jest', async () => {
  const script = `import('@prisma/client/runtime/client').then(({ Sql }) =>
    console.log(Sql === require('@prisma/client-runtime-utils').Sql))`;
  expect(await run('--eval', [script], root)).toMatchObject({ stdout: 'true\n' });
});

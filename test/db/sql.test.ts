import { expect, test } from '@jest/globals';
import { raw, Sql, sql } from '../../src/db/sql/sql.ts';
import { Prisma } from '../../src/generated/prisma/client.ts';

test('Sql is the class of the Prisma client, although it is imported without the client', () => {
  expect(Sql).toBe(Prisma.Sql);
  const whole = Prisma.sql`SELECT ${1} FROM ${sql`(SELECT ${2} AS ${raw('"x"')})`}`;
  expect([whole.sql, whole.values]).toEqual(['SELECT ? FROM (SELECT ? AS "x")', [1, 2]]);
});

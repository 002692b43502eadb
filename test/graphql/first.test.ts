import { expect, test } from '@jest/globals';
import { operator } from '../../src/auth/keys.ts';
import type { Viewer } from '../../src/auth/viewer.ts';
import { AppError } from '../../src/errors.ts';
import { readFirst } from '../../src/graphql/first.ts';
import { createContext } from '../../src/request/context.ts';
import { startTestServer } from '../support/server.ts';

const QUERY = '{ viewer { email } }';

test('the first numbers of a page cost points of the viewer, and are left out without any', async () => {
  await using server = await startTestServer();
  const context = createContext(server.deps, {
    ...operator(server.teamId),
    accountId: server.accountId,
  } as Viewer);
  const allowance = { limit: null, remaining: null, resetAt: null };
  const spent: number[] = [];
  const spend = async (points: number) => {
    spent.push(points);
    if (spent.length > 1) throw new AppError('too_many_requests', 'The budget is used up.');
    return allowance;
  };
  context.budget = { allowance: async () => allowance, spend };
  expect(await readFirst(QUERY, {}, context)).toEqual({ viewer: { email: 'owner@example.com' } });
  expect(await readFirst(QUERY, {}, context)).toBeNull();
  expect(spent).toEqual([spent[0], spent[0]]);
  expect(spent[0]).toBeGreaterThan(0);
});

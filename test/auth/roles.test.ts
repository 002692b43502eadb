import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createApiKey, operator } from '../../src/auth/keys.ts';
import { PERMISSIONS } from '../../src/auth/permissions.ts';
import { createContext } from '../../src/request/context.ts';
import { ROUTES } from '../../src/rest/routes.ts';
import { isAtLeast, ROLE_NAMES, type Role } from '../../src/validation/roles.ts';
import { createFunnel } from '../../src/websites/funnels/changes.ts';
import { createGoal } from '../../src/websites/goals/changes.ts';
import { json, newWebsite } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

/** What each role may do, for review: a change of a right is a change of this table. */
const RIGHTS = `
see                  viewer  -
own                  viewer  -
readStats            viewer  stats:read
readOwnStats         viewer  stats:read
readDrops            viewer  stats:read
readAnnotations      viewer  stats:read
export               editor  stats:read
readSettings         viewer  websites:read
readImports          viewer  websites:read
change               editor  websites:write
delete               admin   websites:write
createWebsite        editor  websites:write
manageMembers        admin   members:write
administer           admin   -
manageTeam           owner   members:write
`;

test('the lowest role and the scope of each action are those of the reviewed table', () => {
  const rows = Object.entries({ ...PERMISSIONS.website, ...PERMISSIONS.team }).map(
    ([name, { role, scope }]) => `${name.padEnd(21)}${role.padEnd(8)}${scope ?? '-'}`,
  );
  expect(`\n${rows.join('\n')}\n`).toBe(RIGHTS);
});

test('docs/pages.md lists the roles in their order', async () => {
  const text = await readFile(new URL('../../docs/pages.md', import.meta.url), 'utf8');
  const table = /\| role \| rights \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(text)?.[1] ?? '';
  expect([...table.matchAll(/^\| (\w+) \|/gm)].map(([, role]) => role)).toEqual(ROLE_NAMES);
});

/** The lowest role for each operation of REST. */
const LOWEST: Record<string, Role> = {
  listWebsites: 'viewer',
  createWebsite: 'editor',
  showWebsite: 'viewer',
  putWebsite: 'editor',
  updateWebsite: 'editor',
  deleteWebsite: 'admin',
  exportWebsite: 'editor',
  createGoal: 'editor',
  updateGoal: 'editor',
  deleteGoal: 'editor',
  createFunnel: 'editor',
  updateFunnel: 'editor',
  deleteFunnel: 'editor',
  uploadImport: 'editor',
  startImport: 'editor',
  undoImport: 'editor',
  listMembers: 'admin',
  inviteMember: 'admin',
  updateMember: 'admin',
  removeMember: 'admin',
};

const OPERATIONS = ROUTES.flatMap(({ path, operations }) =>
  Object.entries(operations).map(([method, name]) => ({ name, method: method.toUpperCase(), path })),
);

describe('every operation of REST', () => {
  let server: TestServer;
  /** A key of a member of each role, with all scopes. */
  const keys = {} as Record<Role, string>;
  const others: Record<string, string> = {};
  const keyOf = async (memberId: number, teamId: number) =>
    (await createApiKey({ name: 'walk' }, createContext(server.deps, operator(teamId, memberId)))).key;

  beforeAll(async () => {
    server = await startTestServer();
    await newWebsite(server, { url: 'one.example' });
    await newWebsite(server, { url: 'two.example' });
    const { db } = server.deps;
    const at = new Date(NOON);
    const join = (name: string, role: Role, websites: string | null) =>
      db.write(async (tx) => {
        const data = { email: `${name}@members.example`, passwordHash: '', createdAt: at, updatedAt: at };
        const { id: accountId } = await tx.account.create({ data });
        return tx.member.create({
          data: { teamId: server.teamId, accountId, role, websites, createdAt: at },
        });
      });
    for (const role of ROLE_NAMES) keys[role] = await keyOf((await join(role, role, null)).id, server.teamId);
    const limited = await join('limited', 'editor', '2');
    others['a member who is limited to another website'] = await keyOf(limited.id, server.teamId);
    const { key } = await server.newAccount('stranger@example.com');
    others['a member of another team'] = key;
    const context = createContext(server.deps, operator(server.teamId));
    const filter = { event: { in: ['Signup'] } };
    await createGoal({ website_id: 1, name: 'Signup', filter }, context);
    await createFunnel({ website_id: 1, name: 'Way', steps: [{ filter }, { filter }] }, context);
    const states = { state: 'reading', startedBy: '', activeAt: at, createdAt: at };
    await db.write((tx) =>
      tx.import.create({ data: { websiteId: 1, source: 'log', files: 'a.log', hash: '', ...states } }),
    );
    const removed = await join('removed', 'owner', null);
    others['a removed member'] = await keyOf(removed.id, server.teamId);
    await db.write((tx) => tx.member.delete({ where: { id: removed.id } }));
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  /** Sends a request that fails for its arguments, if the viewer may send it at all. */
  async function status({ method, path }: (typeof OPERATIONS)[number], key: string): Promise<number> {
    // There is a goal, a funnel and an import with the id 1. No member has the id, and no body is valid.
    const where = path.replace('{member}', '999').replace(/\{\w+\}/g, '1');
    const init = method === 'GET' || method === 'DELETE' ? { method } : json(method, { url: '', name: '' });
    const response = await server.call(`/api/v1${where}`, { ...init, key });
    await response.arrayBuffer();
    return response.status;
  }

  test('is in the table of roles, or for everyone who reads', () => {
    const writes = OPERATIONS.filter(({ method }) => method !== 'GET').map(({ name }) => name);
    expect(writes.filter((name) => !(name in LOWEST))).toEqual([]);
    expect(Object.keys(LOWEST).filter((name) => !OPERATIONS.some((one) => one.name === name))).toEqual([]);
  });

  // Last, because it succeeds for administrators and owners.
  const inOrder = [...OPERATIONS].sort(
    (one, other) => Number(one.name === 'deleteWebsite') - Number(other.name === 'deleteWebsite'),
  );

  test.each(inOrder)('$method $path is refused to lower roles, and to nobody else', async (operation) => {
    const lowest = LOWEST[operation.name] ?? 'viewer';
    for (const [who, key] of Object.entries(others)) {
      const isOfTeam = !operation.path.includes('{id}');
      const found = await status(operation, key);
      if (who === 'a removed member') expect([who, found]).toEqual([who, 401]);
      else if (!isOfTeam) expect([who, found]).toEqual([who, 404]);
      else if (operation.path.includes('{member}')) expect([403, 404]).toContain(found);
    }
    for (const role of ROLE_NAMES) {
      const found = await status(operation, keys[role]);
      expect([role, found === 403]).toEqual([role, !isAtLeast(role, lowest)]);
    }
  });
});

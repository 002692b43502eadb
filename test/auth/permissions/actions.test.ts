import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { PERMISSIONS } from '../../../src/auth/permissions.ts';
import { ROLE_NAMES } from '../../../src/validation/roles.ts';
import { differences } from '../../support/permissions/table.ts';

test('the lowest role and the scope of each action are those of docs/permissions.md', () => {
  const { website, team } = PERMISSIONS;
  const scopeOf = (scope: string | null) => (scope === null ? 'any' : `\`${scope}\``);
  const yes = (is: boolean) => (is ? 'yes' : 'no');
  const rows: [string, string[]][] = [
    ...Object.entries(website).map(
      ([name, { role, scope, open, limited }]) =>
        [`\`${name}\``, [role, scopeOf(scope), yes(open), yes(limited)]] as [string, string[]],
    ),
    ...Object.entries(team).map(
      ([name, { role, scope }]) => [`\`${name}\``, [role, scopeOf(scope), 'no', 'no']] as [string, string[]],
    ),
  ];
  const head = ['action', 'lowest role', 'scope', 'open', 'segment key'];
  expect(differences('Actions', head, new Map(rows))).toEqual([]);
});

test('docs/pages.md lists the roles in their order', async () => {
  const text = await readFile(new URL('../../../docs/pages.md', import.meta.url), 'utf8');
  const table = /\| role \| rights \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(text)?.[1] ?? '';
  expect([...table.matchAll(/^\| (\w+) \|/gm)].map(([, role]) => role)).toEqual(ROLE_NAMES);
});

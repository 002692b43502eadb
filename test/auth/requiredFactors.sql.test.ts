import { expect, test } from '@jest/globals';
import { graphql } from '../gql/gql.ts';
import { joined } from '../support/members.ts';
import { startTestServer } from '../support/server.ts';

const LacksOnly = graphql(`query LacksOnly { viewer { lacksSecondFactor } }`);

test('a required second factor costs a session no further statement while nothing changes', async () => {
  const statements: string[] = [];
  await using server = await startTestServer({ onQuery: (sql) => statements.push(sql), alone: true });
  const { person } = await joined(server, { email: 'ann@example.com', role: 'admin' });
  const change = (data: { requiresSecondFactor: boolean } | { name: string }) =>
    server.deps.db.write((tx) => tx.team.update({ where: { id: server.teamId }, data }));
  await change({ requiresSecondFactor: true });
  expect((await person.ask(LacksOnly, {})).data.viewer?.lacksSecondFactor).toBe(true);
  statements.length = 0;
  await person.ask(LacksOnly, {});
  const ofRights = () => statements.filter((sql) => /[`"](Team|Session|Member)[`"]/.test(sql));
  expect(ofRights()).toEqual([]);
  await change({ name: 'A' });
  await person.ask(LacksOnly, {});
  expect(ofRights()).not.toEqual([]);
});

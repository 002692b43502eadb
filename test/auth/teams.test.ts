import { describe, expect, test } from '@jest/globals';
import { createTeamFor } from '../../src/auth/members/operators.ts';
import { MAX_NEW_TEAMS, MAX_TEAMS } from '../../src/auth/members/teams.ts';
import { graphql } from '../gql/gql.ts';
import { joined, keyOf } from '../support/members.ts';
import { LogIn, newPerson, OWNER, type Person } from '../support/person.ts';
import { newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

const DAY_MS = 86_400_000;
const TEN_MINUTES_MS = 600_000;

const Create = graphql(`
  mutation CreateFurtherTeam($name: String!) {
    createTeam(input: { name: $name }) {
      __typename
      ... on CreateTeamSuccess { team { id name } }
      ... on UserErrors { errors { path message } }
    }
  }
`);
const Delete = graphql(`
  mutation DeleteThisTeam($id: ID!) {
    deleteTeam(input: { id: $id }) {
      __typename
      ... on DeleteTeamSuccess { team { name } }
      ... on UserErrors { errors { path message } }
    }
  }
`);
const Shown = graphql(`
  query ShownTeam {
    viewer { role team { id name } memberships { role isCurrent team { name } } }
  }
`);
const Domains = graphql(`query DomainsOfTeam { websites { nodes { domain } } }`);
const Log = graphql(`
  query TeamEvents { viewer { securityLog(first: 100) { nodes { kind actor subject } } } }
`);

const create = async (person: Person, name: string) => (await person.ask(Create, { name })).data.createTeam;
const shown = async (person: Person) => (await person.ask(Shown, {})).data.viewer;
/** Deletes a team, by default the one that the session shows. */
const remove = async (person: Person, id?: string) =>
  (await person.ask(Delete, { id: id ?? (await shown(person))?.team?.id ?? '' })).data.deleteTeam;
const events = async (person: Person) => (await person.ask(Log, {})).data.viewer?.securityLog?.nodes ?? [];

async function ownerIn(server: TestServer): Promise<Person> {
  const owner = newPerson(server);
  await owner.ask(LogIn, OWNER);
  return owner;
}

describe('a further team', () => {
  test('is owned by the person who creates it, and shown by the session', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { url: 'shop.example' });
    const owner = await ownerIn(server);
    expect(await create(owner, ' Clubs ')).toMatchObject({ team: { name: 'Clubs' } });
    expect(await shown(owner)).toEqual({
      role: 'OWNER',
      team: { id: expect.any(String), name: 'Clubs' },
      memberships: [
        { role: 'OWNER', isCurrent: false, team: { name: 'owner@example.com' } },
        { role: 'OWNER', isCurrent: true, team: { name: 'Clubs' } },
      ],
    });
    expect((await owner.ask(Domains, {})).data.websites?.nodes).toEqual([]);
    expect((await events(owner))[0]).toEqual({ kind: 'TEAM_CREATED', actor: 'BROWSER', subject: 'Clubs' });
  });

  test('is created by owners only, and not by an API key', async () => {
    await using server = await startTestServer();
    const { person } = await joined(server, { email: 'ann@example.com', role: 'admin' });
    const { errors } = await person.ask(Create, { name: 'Clubs' });
    expect(errors?.[0]?.message).toBe(
      'The role admin is not allowed to do this. It requires the role owner.',
    );
    const { id } = await server.deps.db.read.member.findFirstOrThrow({ where: { role: 'owner' } });
    const response = await server.call('/graphql', {
      method: 'POST',
      key: await keyOf(server, id),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: Create.toString(), variables: { name: 'Clubs' } }),
    });
    expect(await response.json()).toMatchObject({
      errors: [{ message: 'An API key cannot do this. Log in, or use the command line.' }],
    });
    expect(await server.deps.db.read.team.count()).toBe(1);
  });

  test('is one of at most ten in a day, also if they are deleted, and of a hundred', async () => {
    await using server = await startTestServer();
    const owner = await ownerIn(server);
    for (let number = 0; number < MAX_NEW_TEAMS; number += 1) {
      expect((await create(owner, 'Clubs')).__typename).toBe('CreateTeamSuccess');
      expect((await remove(owner)).__typename).toBe('DeleteTeamSuccess');
    }
    const { errors } = await owner.ask(Create, { name: 'Clubs' });
    expect(errors?.[0]).toMatchObject({
      message: 'A person can create 10 teams in 24 hours. Try again later.',
      extensions: { code: 'TOO_MANY_REQUESTS' },
    });
    server.setTime(NOON + DAY_MS);
    expect((await create(owner, 'Clubs')).__typename).toBe('CreateTeamSuccess');

    for (let number = 2; number < MAX_TEAMS; number += 1)
      await createTeamFor({ name: `Team ${number}`, email: OWNER.email }, server.deps);
    server.setTime(NOON + 3 * DAY_MS);
    expect(await create(owner, 'Clubs')).toMatchObject({
      errors: [{ message: 'You already belong to the maximum of 100 teams. Leave one first.' }],
    });
  });
});

describe('a team', () => {
  test('without websites is deleted: keys end, and sessions show other teams', async () => {
    await using server = await startTestServer();
    const owner = await ownerIn(server);
    const { id, person } = await joined(server, { email: 'ann@example.com', role: 'viewer' });
    const key = await keyOf(server, id);
    await create(owner, 'Clubs');
    await owner.ask(SwitchBack, { id: String(server.teamId) });
    // Another tab has switched the session meanwhile.
    expect(await remove(owner, String(server.teamId + 1))).toMatchObject({
      errors: [{ message: 'Must be the id of the team that the session shows.' }],
    });
    expect(await remove(owner)).toMatchObject({ team: { name: 'owner@example.com' } });
    expect(await shown(owner)).toMatchObject({ role: 'OWNER', team: { name: 'Clubs' } });
    expect(await shown(person)).toEqual({ role: null, team: null, memberships: [] });
    expect((await rest(server, WEBSITES, { key })).status).toBe(401);
    expect((await events(owner))[0]).toEqual({
      ...{ kind: 'TEAM_DELETED', actor: 'BROWSER', subject: 'owner@example.com' },
    });
  });

  test('with websites stays, and so does the only team of its owner', async () => {
    await using server = await startTestServer();
    const owner = await ownerIn(server);
    const refused = async () => {
      const result = await remove(owner);
      return result.__typename === 'UserErrors' && result.errors[0]?.message;
    };
    expect(await refused()).toBe('Must not be your only team.');
    await create(owner, 'Clubs');
    await owner.ask(SwitchBack, { id: String(server.teamId) });
    const { id } = await newWebsite(server, { url: 'shop.example' });
    expect(await refused()).toBe('Must have no websites; it has 1. Delete its websites first.');
    expect(await server.deps.db.read.team.count()).toBe(2);
    await rest(server, `${WEBSITES}/${id}`, { method: 'DELETE' });
    server.setTime(NOON + TEN_MINUTES_MS);
    expect((await remove(owner)).__typename).toBe('ConfirmationRequired');
    const { person } = await joined(server, { email: 'ann@example.com', role: 'admin' });
    const byAdmin = await person.ask(Delete, { id: String(server.teamId) });
    expect(byAdmin.errors?.[0]?.message).toMatch(/requires the role owner\.$/);
  });
});

const SwitchBack = graphql(`
  mutation SwitchBack($id: ID!) { switchTeam(input: { id: $id }) { __typename } }
`);

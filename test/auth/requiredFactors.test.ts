import { describe, expect, test } from '@jest/globals';
import { removeAllSecondFactors } from '../../src/auth/secondFactors/manage.ts';
import { graphql } from '../gql/gql.ts';
import { Accept, invite, joined, keyOf, members, PASSWORD } from '../support/members.ts';
import { LogIn, newPerson, OWNER, type Person } from '../support/person.ts';
import { newWebsite, rest, WEBSITES } from '../support/rest.ts';
import { addApp, codeAt, logInWith, protectOwner } from '../support/secondFactors.ts';
import { NOON, startTestServer, type TestServer } from '../support/server.ts';

const STEP_MS = 30_000;
const TEN_MINUTES_MS = 600_000;
const REFUSED =
  'The team requires a second factor. Add one to your account, or log in with the one that you have.';

const Require = graphql(`
  mutation RequireFactor($required: Boolean!) {
    updateTeam(input: { requiresSecondFactor: $required }) {
      __typename
      ... on UpdateTeamSuccess { team { requiresSecondFactor } }
      ... on UserErrors { errors { path message } }
    }
  }
`);
const Access = graphql(`
  query AccessWithFactor {
    viewer {
      email
      role
      lacksSecondFactor
      team { name members { totalCount } }
      memberships { memberId isCurrent team { id name requiresSecondFactor } }
      secondFactors { name }
      sessions { nodes { method } }
    }
  }
`);
const List = graphql(`query ListWithFactor { websites { nodes { domain } } }`);
const Keys = graphql(`query KeysWithFactor { viewer { apiKeys { name } } }`);
const Totals = graphql(`
  query TotalsWithFactor { viewer { period(name: TODAY) { visitors } } }
`);
const Settings = graphql(`
  query SettingsWithFactor($trackingId: String!) {
    website(trackingId: $trackingId) { domain email }
    statisticsAccess(trackingId: $trackingId)
  }
`);
const SwitchTo = graphql(`
  mutation SwitchWithFactor($id: ID!) {
    switchTeam(input: { id: $id }) { __typename ... on SwitchTeamSuccess { team { name } } }
  }
`);
const LeaveWithFactor = graphql(`
  mutation LeaveWithFactor($id: ID!) {
    removeMember(input: { id: $id }) { __typename ... on UserErrors { errors { message } } }
  }
`);
const RemoveOwn = graphql(`
  mutation RemoveOwnFactor($id: ID!) { removeSecondFactor(input: { id: $id }) { __typename } }
`);
const FactorIds = graphql(`query FactorIds { viewer { secondFactors { id } } }`);
const Events = graphql(`
  query FactorRuleEvents { viewer { securityLog(first: 100) { nodes { kind email } } } }
`);

const access = async (person: Person) => (await person.ask(Access, {})).data.viewer;
const refusals = async (person: Person) => {
  const answers = [await person.ask(List, {}), await person.ask(Keys, {}), await person.ask(Totals, {})];
  return answers.map(({ errors }) => errors?.map(({ message, extensions }) => [extensions.code, message])[0]);
};
const require = async (person: Person, required = true) =>
  (await person.ask(Require, { required })).data.updateTeam;

/** The team of the owner requires a second factor. @returns the owner's browser. */
async function requiredBy(server: TestServer): Promise<Person> {
  const { person } = await protectOwner(server);
  expect(await require(person)).toMatchObject({ team: { requiresSecondFactor: true } });
  return person;
}

describe('a team that requires a second factor', () => {
  test('is closed to sessions with the password alone, whose account stays open', async () => {
    await using server = await startTestServer();
    const website = await newWebsite(server, { url: 'shop.example' });
    const { id, person } = await joined(server, { email: 'ann@example.com', role: 'admin' });
    const key = await keyOf(server, id);
    await requiredBy(server);

    expect(await refusals(person)).toEqual(Array(3).fill(['FORBIDDEN', REFUSED]));
    expect(await access(person)).toMatchObject({
      ...{ email: 'ann@example.com', role: null, lacksSecondFactor: true, team: null },
      memberships: [{ isCurrent: true, team: { name: 'owner@example.com', requiresSecondFactor: true } }],
      ...{ secondFactors: [], sessions: { nodes: [{ method: 'PASSWORD' }] } },
    });
    const { data, errors } = await person.ask(Settings, { trackingId: website.tracking_id });
    expect(errors).toBeUndefined();
    expect(data).toEqual({ website: null, statisticsAccess: 'SECOND_FACTOR' });
    expect((await person.fetch(`/s/${website.tracking_id}`)).status).toBe(200);
    const stranger = await newPerson(server).ask(Settings, { trackingId: website.tracking_id });
    expect(stranger.data).toEqual({ website: null, statisticsAccess: 'NONE' });
    const exported = await person.fetch(`/api/v1/imports/${website.id}`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
    });
    expect(await exported.json()).toMatchObject({ message: REFUSED, status: 403 });

    // API keys have scopes and an expiry instead.
    expect((await rest(server, WEBSITES, { key })).status).toBe(200);
  });

  test('is open as soon as the session adds a second factor, and closed without the last one', async () => {
    await using server = await startTestServer();
    await newWebsite(server, { url: 'shop.example' });
    const { person } = await joined(server, { email: 'ann@example.com', role: 'viewer' });
    const other = newPerson(server);
    await other.ask(LogIn, { email: 'ann@example.com', password: PASSWORD });
    await requiredBy(server);
    const domains = async (who: Person) => (await who.ask(List, {})).data?.websites?.nodes;
    expect(await domains(person)).toBeUndefined();

    const { secret } = await addApp(person);
    expect(await access(person)).toMatchObject({ role: 'VIEWER', lacksSecondFactor: false });
    expect(await domains(person)).toEqual([{ domain: 'shop.example' }]);
    // The other browser has proved nothing but the password.
    expect(await access(other)).toMatchObject({ role: null, lacksSecondFactor: true });
    server.setTime(NOON + STEP_MS);
    const code = codeAt(secret, NOON + STEP_MS);
    await logInWith(other, { email: 'ann@example.com', password: PASSWORD, code });
    expect(await domains(other)).toEqual([{ domain: 'shop.example' }]);

    const [factor] = (await person.ask(FactorIds, {})).data.viewer?.secondFactors ?? [];
    await person.ask(RemoveOwn, { id: factor?.id ?? '' });
    for (const who of [person, other])
      expect(await access(who)).toMatchObject({ role: null, lacksSecondFactor: true });
  });

  test('can be left, and other teams of the person stay open', async () => {
    await using server = await startTestServer();
    const other = await server.newAccount('ann@example.com');
    await newWebsite(server, { url: 'own.example' }, other.key);
    const { token } = await invite(server, { email: 'ann@example.com', role: 'editor' });
    await requiredBy(server);
    const ann = newPerson(server);
    await ann.ask(LogIn, { email: 'ann@example.com', password: 'correct horse' });
    await ann.ask(Accept, { token });
    expect(await access(ann)).toMatchObject({ lacksSecondFactor: true, team: null });
    const [own, shared] = (await access(ann))?.memberships ?? [];

    expect((await ann.ask(SwitchTo, { id: own?.team.id ?? '' })).data.switchTeam.__typename).toBe(
      'SwitchTeamSuccess',
    );
    expect(await access(ann)).toMatchObject({ role: 'OWNER', lacksSecondFactor: false });
    expect((await ann.ask(List, {})).data.websites?.nodes).toEqual([{ domain: 'own.example' }]);
    await ann.ask(SwitchTo, { id: shared?.team.id ?? '' });
    expect(await access(ann)).toMatchObject({ role: null, lacksSecondFactor: true });
    const left = await ann.ask(LeaveWithFactor, { id: shared?.memberId ?? '' });
    expect(left.data.removeMember.__typename).toBe('RemoveMemberSuccess');
    expect(await access(ann)).toMatchObject({ role: 'OWNER', lacksSecondFactor: false });
  });

  test('shows public statistics to its members as to everybody', async () => {
    await using server = await startTestServer();
    const website = await newWebsite(server, { url: 'shop.example', privacy: '0' });
    const { person } = await joined(server, { email: 'ann@example.com', role: 'admin' });
    await requiredBy(server);
    const { data, errors } = await person.ask(Settings, { trackingId: website.tracking_id });
    expect(errors).toBeUndefined();
    expect(data).toEqual({ website: { domain: 'shop.example', email: null }, statisticsAccess: 'OPEN' });
  });

  test('is made one by an owner who has confirmed and has a second factor, and by nobody else', async () => {
    await using server = await startTestServer();
    const owner = newPerson(server);
    await owner.ask(LogIn, OWNER);
    expect(await require(owner)).toEqual({
      __typename: 'UserErrors',
      errors: [
        {
          path: ['input', 'requiresSecondFactor'],
          message: 'Requires that you use a second factor yourself. Add one to your account first.',
        },
      ],
    });
    await addApp(owner);
    server.setTime(NOON + TEN_MINUTES_MS);
    expect((await require(owner)).__typename).toBe('ConfirmationRequired');
    const [row] = await members(server);
    const response = await server.call('/graphql', {
      method: 'POST',
      key: await keyOf(server, row?.id ?? 0),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: Require.toString(), variables: { required: true } }),
    });
    expect(await response.json()).toMatchObject({
      errors: [{ message: 'An API key cannot do this. Log in, or use the command line.' }],
    });
    const { person: admin } = await joined(server, { email: 'ann@example.com', role: 'admin' });
    const { errors } = await admin.ask(Require, { required: true });
    expect(errors?.[0]?.message).toMatch(/requires the role owner\.$/);
  });

  test('is named in its log, and a lost second factor of the owner closes it to the owner, too', async () => {
    await using server = await startTestServer();
    const owner = await requiredBy(server);
    expect(await require(owner, false)).toMatchObject({ team: { requiresSecondFactor: false } });
    await require(owner);
    const { data } = await owner.ask(Events, {});
    const kinds = data.viewer?.securityLog?.nodes.map(({ kind }) => kind);
    expect(kinds?.slice(0, 3)).toEqual([
      'SECOND_FACTOR_REQUIRED',
      'SECOND_FACTOR_OPTIONAL',
      'SECOND_FACTOR_REQUIRED',
    ]);
    await removeAllSecondFactors(OWNER.email, server.deps);
    expect(await access(owner)).toMatchObject({ role: null, lacksSecondFactor: true });
  });
});

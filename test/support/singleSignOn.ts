import { afterAll, beforeAll } from '@jest/globals';
import { operator } from '../../src/auth/keys.ts';
import { inviteMember } from '../../src/auth/members/invitations.ts';
import { createContext } from '../../src/request/context.ts';
import { graphql } from '../gql/gql.ts';
import type { SingleSignOnPurpose } from '../gql/graphql.ts';
import { type Claims, type FakeProvider, startFakeProvider } from './fakeProvider.ts';
import { LogIn, newPerson, OWNER, type Person } from './person.ts';
import { startTestServer, type TestServer } from './server.ts';

/** What the provider says of a person, whose address is verified, and how Footfall stores that address. */
export const ANN = { sub: 'ann-1', email: 'Ann@Example.com', email_verified: true };
export const ADDRESS = 'ann@example.com';

/** An identity provider for all tests of a file. */
export interface Okta {
  provider: FakeProvider;
  /** Starts a server that knows the provider as Okta, with further settings of it, and of the server. */
  start(settings?: Record<string, string>, env?: Record<string, string>): Promise<TestServer>;
}

export function eachWithOkta(): Okta {
  const okta = {
    start: (settings = {}, env = {}) =>
      startTestServer({ env: { ...okta.provider.env('okta', { LABEL: 'Okta', ...settings }), ...env } }),
  } as Okta;
  beforeAll(async () => {
    okta.provider = await startFakeProvider();
  });
  afterAll(() => okta.provider?.[Symbol.asyncDispose]());
  return okta;
}

/** The owner of a server, logged in with the password. */
export async function ownerOf(server: TestServer): Promise<Person> {
  const person = newPerson(server);
  await person.ask(LogIn, OWNER);
  return person;
}

/** Invites an address to the team of the server's owner. Returns the secret of the link. */
export async function invitationOf(server: TestServer, email: string, role: string): Promise<string> {
  const { url } = await inviteMember({ email, role }, createContext(server.deps, operator(server.teamId)));
  return new URL(url).searchParams.get('token') ?? '';
}

/** The security events of some kinds, in their order. */
export const eventsOf = async ({ deps }: TestServer, ...kinds: string[]) =>
  (await deps.db.read.securityEvent.findMany({ where: { kind: { in: kinds } }, orderBy: { id: 'asc' } })).map(
    ({ kind, subject, detail }) => [kind, subject, detail],
  );

export const StartSignOn = graphql(`
  mutation StartSignOn($input: StartSingleSignOnInput!) {
    startSingleSignOn(input: $input) {
      __typename
      ... on StartSingleSignOnSuccess { url }
      ... on UserErrors { errors { path message } }
    }
  }
`);

export const WhoAmI = graphql(`
  query WhoAmI {
    viewer { email role hasPassword identities { id provider label } team { name } }
  }
`);

interface Options {
  purpose?: SingleSignOnPurpose;
  invitation?: string;
  next?: string;
  provider?: string;
  /** What the provider says only in the user info. */
  userInfo?: Claims;
}

/** Starts a login. Returns the address of the provider; throws if the server refuses. */
export async function start(person: Person, options: Options = {}): Promise<string> {
  const { purpose = 'LOG_IN', provider = 'okta', invitation, next } = options;
  const input = { provider, purpose, invitation, next };
  const { data, errors } = await person.ask(StartSignOn, { input });
  const result = data?.startSingleSignOn;
  if (result?.__typename === 'StartSingleSignOnSuccess') return result.url;
  throw new Error(JSON.stringify(result ?? errors));
}

/** Opens the address to which a provider sends a browser back. Returns where the server sends it then. */
export async function comeBack(person: Person, path: string): Promise<string> {
  const response = await person.fetch(path, { headers: { 'sec-fetch-site': 'cross-site' } });
  return response.headers.get('location') ?? String(response.status);
}

/** A whole login of a person at a provider. Returns where the server sends the browser afterwards. */
export async function signOn(
  person: Person,
  provider: FakeProvider,
  claims: Claims,
  options: Options = {},
): Promise<string> {
  const address = await start(person, options);
  return comeBack(person, provider.authorize(address, claims, options.userInfo));
}

/** The viewer of a person's session. */
export const whoIs = async (person: Person) => (await person.ask(WhoAmI, {})).data.viewer;

export const RemoveIdentity = graphql(`
  mutation RemoveIdentity($id: ID!) {
    removeIdentity(input: { id: $id }) {
      __typename
      ... on UserErrors { errors { path message } }
    }
  }
`);

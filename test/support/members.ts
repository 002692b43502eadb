import { expect } from '@jest/globals';
import { createApiKey, operator } from '../../src/auth/keys.ts';
import { createContext } from '../../src/request/context.ts';
import { graphql } from '../gql/gql.ts';
import { newPerson, type Person } from './person.ts';
import { form, rest } from './rest.ts';
import type { TestServer } from './server.ts';

export const MEMBERS = '/api/v1/members';
/** The password of people who accept invitations. */
export const PASSWORD = 'violet harbour lantern';

/** A member in the representation of the REST API; `url` has a new invitation only. */
export interface MemberRecord {
  id: number;
  email: string;
  role: string;
  websites: number[] | null;
  status: string;
  url: string;
  mailed: boolean;
  second_factor: boolean | null;
}

export const Accept = graphql(`
  mutation AcceptInvitation($token: String!, $password: String) {
    acceptInvitation(input: { token: $token, password: $password }) {
      __typename
      ... on AcceptInvitationSuccess { viewer { email role team { name } } }
      ... on UserErrors { errors { path message } }
    }
  }
`);
export const Teams = graphql(`
  query Teams {
    viewer {
      email
      role
      team { name members { totalCount nodes { email role status isViewer websites { domain } } } }
      memberships { role isCurrent team { id name } }
    }
    websites { nodes { domain } }
  }
`);

/** Invites a person. Throws the response if that fails. */
export async function invite(server: TestServer, fields: Record<string, string>, key = server.key) {
  const { status, body } = await rest<MemberRecord>(server, MEMBERS, form('POST', fields, key));
  if (status !== 201) throw new Error(JSON.stringify(body));
  return { ...body.data, token: new URL(body.data.url).searchParams.get('token') ?? '' };
}

/** Invites a person, who accepts. */
export async function joined(server: TestServer, fields: Record<string, string>) {
  const { id, token } = await invite(server, fields);
  const person = newPerson(server);
  const { data } = await person.ask(Accept, { token, password: PASSWORD });
  expect(data.acceptInvitation?.__typename).toBe('AcceptInvitationSuccess');
  return { id, person };
}

/** The members of a team, as REST lists them. */
export const members = async (server: TestServer, key = server.key) =>
  (await rest<MemberRecord[]>(server, MEMBERS, { key })).body.data;
/** The teams of a person, and the websites of the current one. */
export const teams = async (person: Person) => (await person.ask(Teams, {})).data;

/** An API key of a member. */
export async function keyOf(server: TestServer, memberId: number, args: object = {}): Promise<string> {
  const context = createContext(server.deps, operator(server.teamId, memberId));
  return (await createApiKey({ name: 'member', ...args }, context)).key;
}

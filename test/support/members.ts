import { createApiKey, operator } from '../../src/auth/keys.ts';
import { createContext } from '../../src/request/context.ts';
import { graphql } from '../gql/gql.ts';
import { newPerson } from './person.ts';
import { form, rest } from './rest.ts';
import type { TestServer } from './server.ts';

export const MEMBERS = '/api/v1/members';
/** The password of people who accept invitations. */
export const PASSWORD = 'violet harbour lantern';

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
  if (data.acceptInvitation?.__typename !== 'AcceptInvitationSuccess') throw new Error(JSON.stringify(data));
  return { id, person };
}

export const members = async (server: TestServer, key = server.key) =>
  (await rest<MemberRecord[]>(server, MEMBERS, { key })).body.data;

/** An API key of a member. */
export async function keyOf(server: TestServer, memberId: number, args: object = {}): Promise<string> {
  const context = createContext(server.deps, operator(server.teamId, memberId));
  return (await createApiKey({ name: 'member', ...args }, context)).key;
}

import { graphql } from '../gql/gql.ts';
import type { TypedDocumentString } from '../gql/graphql.ts';
import type { Answer } from './ask.ts';
import type { TestServer } from './server.ts';

export const LogIn = graphql(`
  mutation LogIn($email: String!, $password: String!) {
    logIn(input: { email: $email, password: $password }) {
      __typename
      ... on LogInSuccess { viewer { email } }
      ... on UserErrors { errors { path message } }
    }
  }
`);
export const CreateOwner = graphql(`
  mutation CreateOwner($token: String!, $email: String!, $password: String!) {
    createOwner(input: { token: $token, email: $email, password: $password }) {
      __typename
      ... on CreateOwnerSuccess { viewer { email } }
      ... on UserErrors { errors { path message } }
    }
  }
`);

/** The credentials of the account that every test server has. */
export const OWNER = { email: 'owner@example.com', password: 'correct horse' };

/** A person with a browser: stores the cookies that a server sets. */
export interface Person {
  cookies: Map<string, string>;
  /** The attributes that each cookie was last set with. */
  attributes: Map<string, string>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  ask<Data, Variables>(
    document: TypedDocumentString<Data, Variables>,
    variables: Variables,
    headers?: Record<string, string>,
  ): Promise<Answer<Data>>;
}

export function newPerson(server: TestServer): Person {
  const cookies = new Map<string, string>();
  const attributes = new Map<string, string>();
  async function fetching(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (cookies.size > 0)
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await server.call(path, { ...init, headers, key: null });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = '', rest = ''] = /^([^=]+)=([^;]*);? ?(.*)$/.exec(line) ?? [];
      attributes.set(name, rest);
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  }
  return {
    cookies,
    attributes,
    fetch: fetching,
    async ask(document, variables, headers = {}) {
      const response = await fetching('/graphql', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
        body: JSON.stringify({ query: document.toString(), variables }),
      });
      const { data, errors } = (await response.json()) as Omit<Answer<never>, 'status'>;
      return { status: response.status, data, errors };
    },
  };
}

/** Sends a mutation of a person, and returns its payload. */
export async function mutate(person: Person, mutation: string): Promise<Record<string, unknown>> {
  const response = await person.fetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ query: `mutation { answer: ${mutation} { __typename } }` }),
  });
  const { data, errors } = (await response.json()) as { data: { answer: Record<string, unknown> } } & {
    errors?: unknown;
  };
  if (errors) throw new Error(JSON.stringify(errors));
  return data.answer;
}

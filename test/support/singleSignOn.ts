import { graphql } from '../gql/gql.ts';
import type { SingleSignOnPurpose } from '../gql/graphql.ts';
import type { Claims, FakeProvider } from './fakeProvider.ts';
import type { Person } from './person.ts';

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

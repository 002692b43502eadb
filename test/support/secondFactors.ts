import { Secret, TOTP } from 'otpauth';
import { graphql } from '../gql/gql.ts';
import { newPerson, OWNER, type Person } from './person.ts';
import { NOON, type TestServer } from './server.ts';

export const LogInWithCode = graphql(`
  mutation LogInWithCode($input: LogInInput!) {
    logIn(input: $input) {
      __typename
      ... on UserErrors { errors { path message } }
      ... on SecondFactorRequired { message kinds }
    }
  }
`);
const SetUp = graphql(`
  mutation SetUp {
    setUpTotp { __typename ... on SetUpTotpSuccess { setup { secret uri } } }
  }
`);
const Enable = graphql(`
  mutation Enable($code: String!) {
    enableTotp(input: { code: $code, name: "Phone" }) {
      __typename
      ... on EnableTotpSuccess { enabled { recoveryCodes secondFactor { id kind name } } }
      ... on UserErrors { errors { path message } }
    }
  }
`);

export const Factors = graphql(`
  query Factors {
    viewer {
      secondFactors { id kind name createdAt lastUsedAt }
      recoveryCodesLeft
      sessions { nodes { current method } }
    }
  }
`);
export const Remove = graphql(`
  mutation RemoveFactor($id: ID!) {
    removeSecondFactor(input: { id: $id }) { __typename ... on UserErrors { errors { path message } } }
  }
`);
export const CreateCodes = graphql(`
  mutation CreateCodes {
    createRecoveryCodes { __typename ... on CreateRecoveryCodesSuccess { created { codes } } }
  }
`);
export const Kinds = graphql(`
  query FactorEvents {
    viewer { securityLog(first: 100) { nodes { kind actor count subject } } }
  }
`);

/** Returns the code that an authenticator app shows. */
export const codeAt = (secret: string, ms: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms });

/** Logs the owner, or another person, in with `input`; returns the result, or the code of an error. */
export async function logInWith(
  person: Person,
  input: { email?: string; code?: string; password?: string },
  from = '192.0.2.1',
) {
  const headers = { 'x-forwarded-for': from };
  const { data, errors } = await person.ask(LogInWithCode, { input: { ...OWNER, ...input } }, headers);
  const code = errors?.[0]?.extensions.code;
  return code ? { __typename: String(code) } : data.logIn;
}

export const setUp = async (person: Person) => (await person.ask(SetUp, {})).data.setUpTotp;
export const enable = async (person: Person, code: string) =>
  (await person.ask(Enable, { code })).data.enableTotp;

/** An authenticator app that was enabled. */
interface EnabledApp {
  secret: string;
  recoveryCodes: string[];
}

/** The owner, in a browser in which an authenticator app was enabled. */
export interface ProtectedOwner extends EnabledApp {
  person: Person;
}

/** Enables an authenticator app of a person who is logged in, with the code of noon. */
export async function addApp(person: Person): Promise<EnabledApp> {
  const setup = await setUp(person);
  if (setup.__typename !== 'SetUpTotpSuccess') throw new Error(setup.__typename);
  const { secret } = setup.setup;
  const enabled = await enable(person, codeAt(secret, NOON));
  if (enabled.__typename !== 'EnableTotpSuccess') throw new Error(JSON.stringify(enabled));
  return { secret, recoveryCodes: [...(enabled.enabled.recoveryCodes ?? [])] };
}

/** Logs the owner in at noon and enables an authenticator app with the code of noon. */
export async function protectOwner(server: TestServer): Promise<ProtectedOwner> {
  const person = newPerson(server);
  await logInWith(person, {});
  return { person, ...(await addApp(person)) };
}

/** The second factors and sessions of a person. */
export const viewer = async (person: Person) => (await person.ask(Factors, {})).data.viewer;
/** The kinds of the events in the security log of a person. */
export const kindsOf = async (person: Person) =>
  ((await person.ask(Kinds, {})).data.viewer?.securityLog?.nodes ?? []).map(({ kind }) => kind);
/** Waits for pending events: they are written after the response, and the write queue is in order. */
export const written = (server: TestServer) => server.deps.db.write(async () => undefined);
export const typeOf = ({ __typename }: { __typename: string }) => __typename;

/** How a login answers to a wrong code. */
export const WRONG_CODE = {
  __typename: 'UserErrors',
  errors: [{ path: ['input', 'code'], message: 'The code is wrong, has expired, or was used before.' }],
};

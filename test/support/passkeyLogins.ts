import { graphql } from '../gql/gql.ts';
import { newPasskey } from './passkeys.ts';
import { newPerson, type Person } from './person.ts';
import { logInWith } from './secondFactors.ts';
import type { TestServer } from './server.ts';

const StartRegistration = graphql(`
  mutation StartRegistration {
    startPasskeyRegistration { __typename ... on StartPasskeyRegistrationSuccess { options } }
  }
`);
const Register = graphql(`
  mutation RegisterPasskey($name: String!, $response: String!) {
    registerPasskey(input: { name: $name, response: $response }) {
      __typename
      ... on RegisterPasskeySuccess { enabled { recoveryCodes secondFactor { id kind name lastUsedAt } } }
      ... on UserErrors { errors { path message } }
    }
  }
`);
export const StartLogin = graphql(`mutation StartLogin { startPasskeyLogin }`);
const LogIn = graphql(`
  mutation LogInByPasskey($response: String!) {
    logInWithPasskey(input: { response: $response }) {
      __typename
      ... on LogInWithPasskeySuccess { viewer { email } }
      ... on UserErrors { errors { path message } }
    }
  }
`);

/** Asks for the options of a registration. */
export const start = async (person: Person) => {
  const result = (await person.ask(StartRegistration, {})).data.startPasskeyRegistration;
  return result.__typename === 'StartPasskeyRegistrationSuccess' ? result.options : result.__typename;
};
export const register = async (person: Person, response: string, name = 'Laptop') =>
  (await person.ask(Register, { name, response })).data.registerPasskey;
export const startLogin = async (person: Person) => (await person.ask(StartLogin, {})).data.startPasskeyLogin;
export const logIn = async (person: Person, response: string) =>
  (await person.ask(LogIn, { response })).data.logInWithPasskey;
export const typeOf = ({ __typename }: { __typename: string }) => __typename;

/** The owner, logged in at noon, with a passkey. */
export async function ownerWithPasskey(server: TestServer, counter = 0) {
  const person = newPerson(server);
  await logInWith(person, {});
  const passkey = newPasskey();
  const enabled = await register(person, passkey.register(await start(person), { counter }));
  if (enabled.__typename !== 'RegisterPasskeySuccess') throw new Error(JSON.stringify(enabled));
  return { person, passkey, recoveryCodes: enabled.enabled.recoveryCodes ?? [] };
}

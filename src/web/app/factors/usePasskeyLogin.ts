import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';

const START_LOGIN = graphql(`
  mutation StartPasskeyLogin {
    startPasskeyLogin
  }
`);

/** Returns a function that asks the server for the options of a login with a passkey; null on failure. */
export function usePasskeyLogin(): () => Promise<string | null> {
  const [, start] = useChange(START_LOGIN);
  return async () => (await start({})).data?.startPasskeyLogin ?? null;
}

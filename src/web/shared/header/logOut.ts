import { graphql } from '../../gql/gql.ts';
import { useChange } from '../client.ts';

const LOG_OUT = graphql(`
  mutation LogOut($input: LogOutInput!) {
    logOut(input: $input)
  }
`);

/**
 * Logs out in this browser or everywhere. If the server cannot be reached, the session continues.
 * @param done is called after a logout.
 */
export function useLogOut(done: () => void) {
  const [{ fetching, error }, logOut] = useChange(LOG_OUT);
  const leave = async (everywhere: boolean) => {
    const answer = await logOut({ input: { everywhere } });
    if (!answer.error) done();
  };
  return { leave, fetching, error };
}

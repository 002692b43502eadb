import type { FormEvent } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import type { Key } from './keys.ts';

const REVOKE = graphql(`
  mutation RevokeApiKey($input: RevokeApiKeyInput!) {
    revokeApiKey(input: $input) {
      __typename
      ... on RevokeApiKeySuccess {
        apiKey {
          id
          revokedAt
        }
      }
      ...Refused
    }
  }
`);

/** Asks for confirmation before a key is revoked. */
export function RevokeKey({ apiKey, onClose }: { apiKey: Key; onClose: () => void }) {
  const [, revoke] = useChange(REVOKE);
  const { form, busy, problem, send } = useForm();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (await send(revoke({ input: { id: apiKey.id } }))) onClose();
  };
  return (
    <Dialog title={`Revoke “${apiKey.name}”?`} onClose={onClose}>
      <form ref={form} className="form panel" onSubmit={submit}>
        <p>Programs that use this key lose access immediately. This cannot be undone.</p>
        <Submit
          danger
          busy={busy}
          problem={problem}
          beside={
            <button type="button" className="button" onClick={onClose}>
              Cancel
            </button>
          }
        >
          Revoke key
        </Submit>
      </form>
    </Dialog>
  );
}

import type { FormEvent } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
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
    <Dialog title={t('revoke.title', { name: apiKey.name })} onClose={onClose}>
      <form ref={form} className="form panel" onSubmit={submit}>
        <p>{t('revoke.hint')}</p>
        <Submit
          danger
          busy={busy}
          problem={problem}
          beside={
            <button type="button" className="button" onClick={onClose}>
              {t('button.cancel')}
            </button>
          }
        >
          {t('revoke.submit')}
        </Submit>
      </form>
    </Dialog>
  );
}

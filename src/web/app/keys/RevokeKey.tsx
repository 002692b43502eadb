import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { AskFirst } from './AskFirst.tsx';
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
export function RevokeKey({ apiKey: { id, name }, onClose }: { apiKey: Key; onClose: () => void }) {
  const [, revoke] = useChange(REVOKE);
  return (
    <AskFirst
      title={t('revoke.title', { name })}
      hint={t('revoke.hint')}
      action={t('revoke.submit')}
      send={() => revoke({ input: { id } })}
      onDone={onClose}
      onClose={onClose}
    />
  );
}

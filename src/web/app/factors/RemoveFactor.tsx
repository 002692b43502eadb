import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { AskFirst } from '../keys/AskFirst.tsx';
import type { SecondFactor } from './factors.ts';

const REMOVE = graphql(`
  mutation RemoveSecondFactor($input: RemoveSecondFactorInput!) {
    removeSecondFactor(input: $input) {
      __typename
      ...Refused
    }
  }
`);

interface Props {
  factor: SecondFactor;
  isLast: boolean;
  onRemoved: () => void;
  onClose: () => void;
}

/** Asks for confirmation before a second factor is removed. */
export function RemoveFactor({ factor: { id, name }, isLast, onRemoved, onClose }: Props) {
  const [, remove] = useChange(REMOVE);
  return (
    <AskFirst
      title={t('factors.removeTitle', { name })}
      hint={isLast ? t('factors.removeLast') : t('factors.removeHint')}
      action={t('factors.remove')}
      send={() => remove({ input: { id } })}
      onDone={onRemoved}
      onClose={onClose}
    />
  );
}

import type { FormEvent } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { t } from '../../shared/i18n/t.ts';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
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
  /** Called if the session must be confirmed first. Calling `again` repeats the attempt. */
  onConfirm: (again: () => void) => void;
  onClose: () => void;
}

/** Asks for confirmation before a second factor is removed. */
export function RemoveFactor({ factor: { id, name }, isLast, onRemoved, onConfirm, onClose }: Props) {
  const [, remove] = useChange(REMOVE);
  const { form, busy, problem, send } = useForm();
  const removing = async () => {
    const done = await send(remove({ input: { id } }));
    if (done?.__typename === 'ConfirmationRequired') onConfirm(removing);
    if (done?.__typename === 'RemoveSecondFactorSuccess') onRemoved();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    await removing();
  };
  return (
    <Dialog title={t('factors.removeTitle', { name })} onClose={onClose}>
      <form ref={form} className="form panel" onSubmit={submit}>
        <p>{isLast ? t('factors.removeLast') : t('factors.removeHint')}</p>
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
          {t('factors.remove')}
        </Submit>
      </form>
    </Dialog>
  );
}

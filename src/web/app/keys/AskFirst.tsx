import { type FormEvent, useState } from 'react';
import type { OperationResult } from 'urql';
import { Dialog } from '../../shared/Dialog.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { ConfirmPassword } from './ConfirmPassword.tsx';

interface Props<Result extends object> {
  title: string;
  hint: string;
  /** The text of the button. */
  action: string;
  /** Sends the mutation. */
  // biome-ignore lint/suspicious/noExplicitAny: the variables may have any type.
  send: () => Promise<OperationResult<Result, any>>;
  onDone: () => void;
  onClose: () => void;
}

/** Asks before an action that cannot be undone, and for the password if that is needed. */
export function AskFirst<Result extends object>(props: Props<Result>) {
  const { title, hint, action, onDone, onClose } = props;
  const { form, busy, problem, send } = useForm();
  const [confirming, setConfirming] = useState(false);
  const act = async () => {
    const done = (await send(props.send())) as { __typename?: string } | null;
    setConfirming(done?.__typename === 'ConfirmationRequired');
    if (done && done.__typename !== 'ConfirmationRequired') onDone();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    await act();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {confirming && <ConfirmPassword onClose={() => setConfirming(false)} onConfirmed={act} />}
      <form ref={form} className="form panel" onSubmit={submit}>
        <p>{hint}</p>
        <Submit danger busy={busy} problem={problem} onCancel={onClose}>
          {action}
        </Submit>
      </form>
    </Dialog>
  );
}

import { type FormEvent, useEffect } from 'react';
import { graphql } from '../../gql/gql.ts';
import { useChange } from '../../shared/client.ts';
import { Dialog } from '../../shared/Dialog.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { Submit } from '../forms/Submit.tsx';
import { useForm } from '../forms/useForm.ts';
import { useSession } from '../session.tsx';

const CONFIRM = graphql(`
  mutation ConfirmPassword($input: ConfirmPasswordInput!) {
    confirmPassword(input: $input) {
      __typename
      ... on ConfirmPasswordSuccess {
        viewer {
          email
        }
      }
      ...Refused
    }
  }
`);

interface Props {
  onClose: () => void;
  /** The server has the password, and lets the person go on. */
  onConfirmed: () => void;
}

/** Asks for the password again, before what somebody at a browser that was left open must not do. */
export function ConfirmPassword({ onClose, onConfirmed }: Props) {
  const { viewer } = useSession();
  const [, confirm] = useChange(CONFIRM);
  const { form, busy, problem, errors, send } = useForm();
  // The dialog itself would focus its first button.
  useEffect(() => form.current?.querySelector<HTMLElement>('[name="password"]')?.focus(), [form]);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const password = String(new FormData(event.currentTarget).get('password'));
    if (await send(confirm({ input: { password } }))) onConfirmed();
  };
  return (
    <Dialog title="Confirm your password" onClose={onClose}>
      <form ref={form} className="form panel" onSubmit={submit}>
        <p>You logged in a while ago. Enter your password again to create an API key.</p>
        {/* For password managers, which ask whose password it is. */}
        <input type="text" autoComplete="username" value={viewer?.email ?? ''} readOnly hidden />
        <PasswordField
          label="Your password"
          name="password"
          autoComplete="current-password"
          errors={errors.password}
        />
        <Submit
          busy={busy}
          problem={problem}
          beside={
            <button type="button" className="button" onClick={onClose}>
              Cancel
            </button>
          }
        >
          Confirm
        </Submit>
      </form>
    </Dialog>
  );
}

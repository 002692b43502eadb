import type { FormEvent } from 'react';
import { useChange } from '../../../shared/client.ts';
import { Dialog } from '../../../shared/Dialog.tsx';
import { Submit } from '../../forms/Submit.tsx';
import { useForm } from '../../forms/useForm.ts';
import { DELETE, type SharedLink } from './links.ts';

interface Props {
  link: SharedLink;
  /** @param message confirms the change; absent if nothing was changed. */
  onClose: (message?: string) => void;
}

/** Asks for confirmation before a link is deleted. */
export default function DeleteLink({ link, onClose }: Props) {
  const [, remove] = useChange(DELETE);
  const { form, busy, problem, send } = useForm();
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (await send(remove({ input: { id: link.id } }))) onClose(`Deleted “${link.name}”.`);
  };
  return (
    <Dialog title={`Delete “${link.name}”?`} onClose={() => onClose()}>
      <form ref={form} className="form panel" onSubmit={submit}>
        <p>The link stops working at once, also in pages that embed it. This cannot be undone.</p>
        <Submit
          danger
          busy={busy}
          problem={problem}
          beside={
            <button type="button" className="button" onClick={() => onClose()}>
              Cancel
            </button>
          }
        >
          Delete link
        </Submit>
      </form>
    </Dialog>
  );
}

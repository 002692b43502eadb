import type { FormEvent } from 'react';
import { useChange } from '../../../shared/client.ts';
import { Dialog } from '../../../shared/Dialog.tsx';
import { t } from '../../../shared/i18n/t.ts';
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
    if (await send(remove({ input: { id: link.id } }))) onClose(t('deleteLink.done', { name: link.name }));
  };
  return (
    <Dialog title={t('deleteLink.title', { name: link.name })} onClose={() => onClose()}>
      <form ref={form} className="form panel" onSubmit={submit}>
        <p>{t('deleteLink.hint')}</p>
        <Submit danger busy={busy} problem={problem} onCancel={() => onClose()}>
          {t('deleteLink.submit')}
        </Submit>
      </form>
    </Dialog>
  );
}

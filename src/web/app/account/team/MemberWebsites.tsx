import { type FormEvent, useState } from 'react';
import { useChange } from '../../../shared/client.ts';
import { Dialog } from '../../../shared/Dialog.tsx';
import { t } from '../../../shared/i18n/t.ts';
import { Submit } from '../../forms/Submit.tsx';
import { useForm } from '../../forms/useForm.ts';
import { ConfirmPassword } from '../../keys/ConfirmPassword.tsx';
import { type Member, UPDATE } from './queries.ts';
import { WebsiteChoice, type WebsiteOption } from './WebsiteChoice.tsx';

interface Props {
  member: Member;
  onChanged: () => void;
  onClose: () => void;
}

/** Changes the websites that a member has access to. */
export function MemberWebsites({ member: { id, email, websites }, onChanged, onClose }: Props) {
  const [, update] = useChange(UPDATE);
  const { form, busy, problem, errors, send, show } = useForm();
  const [chosen, setChosen] = useState<readonly WebsiteOption[] | null>(websites ?? null);
  const [confirming, setConfirming] = useState(false);
  const save = async () => {
    if (chosen?.length === 0) return show({ websites: [t('team.chooseWebsites')] });
    const input = { id, websites: chosen?.map((website) => website.id) ?? null };
    const done = await send(update({ input }));
    setConfirming(done?.__typename === 'ConfirmationRequired');
    if (done?.__typename === 'UpdateMemberSuccess') onChanged();
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    await save();
  };
  return (
    <Dialog title={t('team.websitesOf', { email })} onClose={onClose}>
      {confirming && <ConfirmPassword onClose={() => setConfirming(false)} onConfirmed={save} />}
      <form ref={form} className="form panel" onSubmit={submit}>
        <WebsiteChoice chosen={chosen} onChoose={setChosen} errors={errors.websites} />
        <Submit busy={busy} problem={problem} onCancel={onClose}>
          {t('button.save')}
        </Submit>
      </form>
    </Dialog>
  );
}

import { type FormEvent, useState } from 'react';
import type { Role } from '../../../gql/graphql.ts';
import { useChange } from '../../../shared/client.ts';
import { t } from '../../../shared/i18n/t.ts';
import { Code } from '../../forms/Code.tsx';
import { Field } from '../../forms/Field.tsx';
import { Submit } from '../../forms/Submit.tsx';
import { useForm } from '../../forms/useForm.ts';
import { ConfirmPassword } from '../../keys/ConfirmPassword.tsx';
import { INVITE, rolesFor } from './queries.ts';

/** The form to invite a person, and the address to send to the person. */
export function Invite({ role: own, onDone }: { role: Role | null; onDone: () => void }) {
  const [, invite] = useChange(INVITE);
  const { form, busy, problem, errors, send } = useForm();
  const [confirming, setConfirming] = useState(false);
  const [invited, setInvited] = useState<{ email: string; url: string } | null>(null);
  const save = async (element: HTMLFormElement) => {
    const given = new FormData(element);
    const input = { email: String(given.get('email')), role: given.get('role') as Role };
    const done = await send(invite({ input }));
    setConfirming(done?.__typename === 'ConfirmationRequired');
    if (done?.__typename !== 'InviteMemberSuccess') return;
    const { url, member } = done.invited;
    setInvited({ url, email: member.email });
    element.reset();
    onDone();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void save(event.currentTarget);
  };
  return (
    <>
      {confirming && (
        <ConfirmPassword
          onClose={() => setConfirming(false)}
          onConfirmed={() => form.current && save(form.current)}
        />
      )}
      <form ref={form} className="form" aria-labelledby="invite" onSubmit={submit}>
        <h3 id="invite">{t('team.invite')}</h3>
        <Field label={t('login.email')} name="email" errors={errors.email}>
          {(control) => <input {...control} type="email" autoComplete="off" required maxLength={254} />}
        </Field>
        <Field label={t('team.role')} name="role" errors={errors.role}>
          {(control) => (
            <select {...control} defaultValue="VIEWER">
              {rolesFor(own).map((role) => (
                <option key={role} value={role}>
                  {t(`role.${role}`)}: {t(`role.${role}.may`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Submit busy={busy} problem={problem}>
          {t('team.inviteSubmit')}
        </Submit>
      </form>
      {invited && (
        <div role="status">
          <p>{t('team.invited', { email: invited.email })}</p>
          <Code text={invited.url} what="invitation" />
        </div>
      )}
    </>
  );
}

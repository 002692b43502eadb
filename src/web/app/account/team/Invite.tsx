import { type FormEvent, useState } from 'react';
import type { Role } from '../../../gql/graphql.ts';
import { useChange } from '../../../shared/client.ts';
import { t } from '../../../shared/i18n/t.ts';
import { Code } from '../../forms/Code.tsx';
import { Field } from '../../forms/Field.tsx';
import { Submit } from '../../forms/Submit.tsx';
import { useForm } from '../../forms/useForm.ts';
import { ConfirmPassword } from '../../keys/ConfirmPassword.tsx';
import { canBeLimited, INVITE, rolesFor } from './queries.ts';
import { WebsiteChoice, type WebsiteOption } from './WebsiteChoice.tsx';

/** The form to invite a person, and the address to send to the person. */
export function Invite({ role: own, onDone }: { role: Role | null; onDone: () => void }) {
  const [, invite] = useChange(INVITE);
  const { form, busy, problem, errors, send, show } = useForm();
  const [confirming, setConfirming] = useState(false);
  const [role, setRole] = useState<Role>('VIEWER');
  const [chosen, setChosen] = useState<readonly WebsiteOption[] | null>(null);
  const [invited, setInvited] = useState<{ email: string; url: string; mailed: boolean } | null>(null);
  const save = async (element: HTMLFormElement) => {
    if (canBeLimited(role) && chosen?.length === 0) return show({ websites: [t('team.chooseWebsites')] });
    const websites = canBeLimited(role) && chosen ? chosen.map(({ id }) => id) : null;
    const input = { email: String(new FormData(element).get('email')), role, websites };
    const done = await send(invite({ input }));
    setConfirming(done?.__typename === 'ConfirmationRequired');
    if (done?.__typename !== 'InviteMemberSuccess') return;
    const { url, mailed, member } = done.invited;
    setInvited({ url, mailed, email: member.email });
    element.reset();
    setRole('VIEWER');
    setChosen(null);
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
            <select {...control} value={role} onChange={({ target }) => setRole(target.value as Role)}>
              {rolesFor(own).map((name) => (
                <option key={name} value={name}>
                  {t(`role.${name}`)}: {t(`role.${name}.may`)}
                </option>
              ))}
            </select>
          )}
        </Field>
        {canBeLimited(role) && (
          <WebsiteChoice chosen={chosen} onChoose={setChosen} errors={errors.websites} />
        )}
        <Submit busy={busy} problem={problem}>
          {t('team.inviteSubmit')}
        </Submit>
      </form>
      {invited && (
        <div role="status">
          <p>{t(invited.mailed ? 'team.mailed' : 'team.invited', { email: invited.email })}</p>
          <Code text={invited.url} what="invitation" />
        </div>
      )}
    </>
  );
}

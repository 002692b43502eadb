import { type FormEvent, useState } from 'react';
import type { Panel } from '../../../gql/graphql.ts';
import { useChange } from '../../../shared/client.ts';
import { Dialog } from '../../../shared/Dialog.tsx';
import { t } from '../../../shared/i18n/t.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { Field } from '../../forms/Field.tsx';
import { NewPasswordField } from '../../forms/NewPasswordField.tsx';
import { Submit } from '../../forms/Submit.tsx';
import { useForm } from '../../forms/useForm.ts';
import { ConfirmPassword } from '../../keys/ConfirmPassword.tsx';
import type { Website } from '../website.ts';
import { CREATE, isExpired, type SharedLink, UPDATE } from './links.ts';
import { PanelFields } from './PanelFields.tsx';

interface Props {
  website: Website;
  /** Null for a new link. */
  link: SharedLink | null;
  /** @param message confirms the change; absent if nothing was changed. */
  onClose: (message?: string) => void;
}

/** The local day of a time, as a date input has it. */
function localDay(iso: string): string {
  const date = new Date(iso);
  const offset = date.getTimezoneOffset() * 60_000;
  return new Date(date.getTime() - offset).toISOString().slice(0, 10);
}

/** Reads the form. A link works until the end of its last day in the browser's time zone. */
function readForm(element: HTMLFormElement, link: SharedLink | null) {
  const given = new FormData(element);
  const last = String(given.get('expiresAt'));
  // A time that was set elsewhere stays as it is while its day is not changed.
  const isSame = last === (link?.expiresAt ? localDay(link.expiresAt) : '');
  const password = given.has('removePassword') ? null : String(given.get('password')) || undefined;
  return {
    name: String(given.get('name')),
    ...(password !== undefined && { password }),
    ...(!isSame && { expiresAt: last ? new Date(`${last}T23:59:59.999`).toISOString() : null }),
    segmentId: String(given.get('segmentId')) || null,
    panels: given.get('shows') === 'some' ? (given.getAll('panels') as Panel[]) : null,
  };
}

/** Creates or changes a shared link. */
export default function LinkDialog({ website, link, onClose }: Props) {
  const [, create] = useChange(CREATE);
  const [, update] = useChange(UPDATE);
  const { form, busy, problem, errors, send } = useForm();
  const [removes, setRemoves] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    await save(event.currentTarget);
  };
  const save = async (element: HTMLFormElement) => {
    const values = readForm(element, link);
    const done = link
      ? await send(update({ input: { ...values, id: link.id } }))
      : await send(create({ input: { ...values, websiteId: website.id } }));
    const needsPassword = done?.__typename === 'ConfirmationRequired';
    setConfirming(needsPassword);
    if (done && !needsPassword) onClose(t(link ? 'link.saved' : 'link.created', { name: values.name }));
  };
  return (
    <Dialog
      title={link ? t('links.editNamed', { name: link.name }) : t('link.new')}
      onClose={() => onClose()}
    >
      {confirming && (
        <ConfirmPassword
          onClose={() => setConfirming(false)}
          onConfirmed={() => form.current && save(form.current)}
        />
      )}
      <form ref={form} className="form panel links-form" onSubmit={submit}>
        <Field label={t('link.name')} name="name" hint={t('link.nameHint')} errors={errors.name}>
          {(control) => (
            <input
              {...control}
              data-focus-first
              type="text"
              autoComplete="off"
              required
              maxLength={100}
              defaultValue={link?.name}
            />
          )}
        </Field>
        <Field
          label={t('link.visits')}
          name="segmentId"
          hint={website.segments?.length ? t('link.segmentHint') : t('link.noSegments')}
          errors={errors.segmentId}
        >
          {(control) => (
            <select {...control} defaultValue={link?.segment?.id ?? ''}>
              <option value="">{t('link.allVisits')}</option>
              {website.segments?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <PanelFields initial={link?.panels ?? null} />
        <Field
          label={t('link.until')}
          name="expiresAt"
          hint={link && isExpired(link) ? t('link.untilExpired') : t('link.untilHint')}
          errors={errors.expiresAt}
        >
          {(control) => (
            <input {...control} type="date" defaultValue={link?.expiresAt ? localDay(link.expiresAt) : ''} />
          )}
        </Field>
        {!removes && (
          <NewPasswordField
            label={t('link.password')}
            showLabel={t('password.show')}
            kind="page"
            own={website.domain}
            hint={link?.hasPassword ? t('link.passwordKeep') : t('link.passwordHint')}
            errors={errors.password}
            required={false}
          />
        )}
        {link?.hasPassword && (
          <Checkbox
            name="removePassword"
            label={t('link.removePassword')}
            checked={removes}
            onChange={({ target }) => setRemoves(target.checked)}
          />
        )}
        <Submit busy={busy} problem={problem} onCancel={() => onClose()}>
          {link ? t('button.save') : t('link.create')}
        </Submit>
      </form>
    </Dialog>
  );
}

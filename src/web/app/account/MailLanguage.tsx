import { useState } from 'react';
import { LANGUAGES, type Language } from '../../../texts/languages.ts';
import { explain } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { Field } from '../forms/Field.tsx';
import { useMailLanguage } from './mailLanguage.ts';

/** Shows and changes the language of mails to the account. A choice is saved at once. */
export function MailLanguage() {
  const { language, choose, fetching } = useMailLanguage();
  const [outcome, setOutcome] = useState<{ saved: boolean; error: string | null } | null>(null);
  const save = async (name: Language) => {
    setOutcome(null);
    const { error } = await choose(name);
    setOutcome({ saved: !error, error: error ? explain(error) : null });
  };
  return (
    <section className="card panel form" aria-labelledby="mails">
      <div className="panel-head">
        <h2 id="mails">{t('mailLanguage.title')}</h2>
        <p className="quiet">{t('mailLanguage.hint')}</p>
      </div>
      <Field label={t('mailLanguage.label')} name="language" errors={outcome?.error ? [outcome.error] : []}>
        {(control) => (
          <select
            {...control}
            value={language}
            disabled={fetching}
            onChange={({ target }) => save(target.value as Language)}
          >
            {Object.entries(LANGUAGES).map(([name, own]) => (
              <option key={name} value={name} lang={name}>
                {own}
              </option>
            ))}
          </select>
        )}
      </Field>
      <p role="status" className="status-good">
        {outcome?.saved && t('form.saved')}
      </p>
    </section>
  );
}

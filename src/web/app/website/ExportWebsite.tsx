import { useId, useState } from 'react';
import { t } from '../../shared/i18n/t.ts';
import { Field } from '../forms/Field.tsx';
import type { Website } from './website.ts';

const FORMATS = ['csv', 'jsonl', 'parquet'] as const;

/**
 * Downloads everything of a website. The browser sends the form itself, so that it saves the archive while it
 * arrives.
 */
export function ExportWebsite({ website }: { website: Website }) {
  const heading = useId();
  const [from, setFrom] = useState('');
  return (
    <form
      className="card panel form website-end"
      aria-labelledby={heading}
      action={`/exports/${website.trackingId}`}
      method="get"
    >
      <div className="panel-head">
        <h2 id={heading}>{t('export.title')}</h2>
        <p className="quiet">{t('export.hint')}</p>
      </div>
      <Field label={t('export.format')} name="format">
        {(control) => (
          <select {...control} defaultValue="csv">
            {FORMATS.map((format) => (
              <option key={format} value={format}>
                {t(`export.format.${format}`)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('export.from')} name="from" hint={t('export.from.hint')}>
        {(control) => (
          <input {...control} type="date" onChange={({ currentTarget }) => setFrom(currentTarget.value)} />
        )}
      </Field>
      <Field label={t('export.to')} name="to" hint={t('export.to.hint')}>
        {(control) => <input {...control} type="date" min={from || undefined} />}
      </Field>
      <button type="submit" className="button">
        {t('export.submit')}
      </button>
    </form>
  );
}

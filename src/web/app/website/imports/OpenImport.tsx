import { type FormEvent, useId, useState } from 'react';
import { useChange } from '../../../shared/client.ts';
import { momentOf } from '../../../shared/i18n/format.ts';
import { t } from '../../../shared/i18n/t.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { Submit } from '../../forms/Submit.tsx';
import { useForm } from '../../forms/useForm.ts';
import { countsOf, daysOf, type Import, progressInWords, START, UNDO } from './imports.ts';
import { SkippedRows } from './SkippedRows.tsx';

interface Props {
  row: Import;
  /** Called after a change. */
  onChange: () => void;
}

/** An import that is being read, waits for its start, or is running. */
export function OpenImport({ row, onChange }: Props) {
  const name = row.files.join(', ');
  if (row.state !== 'READY') return <Progress row={row} name={name} onChange={onChange} />;
  return <Preview row={row} name={name} onChange={onChange} />;
}

function Progress({ row, name, onChange }: Props & { name: string }) {
  const label = useId();
  const [, stop] = useChange(UNDO);
  const { busy, problem, send } = useForm();
  return (
    <div className="import-progress">
      <p className="import-name">{name}</p>
      <p id={label} role="status">
        {progressInWords(row)}
      </p>
      <progress aria-labelledby={label} />
      {problem && (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
      <button
        type="button"
        className="button"
        disabled={busy}
        onClick={() => send(stop({ input: { id: row.id } })).then(onChange)}
      >
        {t('imports.stop')}
      </button>
    </div>
  );
}

/** What an import would count. It can be started or discarded. */
function Preview({ row, name, onChange }: Props & { name: string }) {
  const [, start] = useChange(START);
  const [, discard] = useChange(UNDO);
  const { form, busy, problem, send } = useForm();
  const days = daysOf(row);
  const [isCut, setIsCut] = useState(false);
  const hasOwnHits = row.ownHitsFrom !== null;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (await send(start({ input: { id: row.id, untilOwnHits: hasOwnHits && isCut } }))) onChange();
  };
  return (
    <form ref={form} className="form" onSubmit={submit} aria-label={t('imports.preview')}>
      <div>
        <p className="import-name">{name}</p>
        <p className="quiet">{t('imports.previewHint')}</p>
      </div>
      {days ? (
        <div>
          <p>{days}</p>
          <ul className="import-counts">
            {countsOf(row).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      ) : (
        <p className="error-text">{t('imports.empty')}</p>
      )}
      <SkippedRows skipped={row.skipped} rows={row.rows} />
      {row.ownHitsFrom && (
        <Checkbox
          name="cut"
          checked={isCut}
          onChange={({ currentTarget }) => setIsCut(currentTarget.checked)}
          label={t('imports.cut', { moment: momentOf(row.ownHitsFrom) })}
          hint={t('imports.cutHint')}
        />
      )}
      <Submit
        busy={busy || days === null || (hasOwnHits && !isCut)}
        problem={problem}
        beside={
          <button
            type="button"
            className="button"
            disabled={busy}
            onClick={() => send(discard({ input: { id: row.id } })).then(onChange)}
          >
            {t('imports.discard')}
          </button>
        }
      >
        {t('imports.start')}
      </Submit>
    </form>
  );
}

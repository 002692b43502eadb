import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useChange } from '../../../shared/client.ts';
import { percent } from '../../../shared/i18n/format.ts';
import { t } from '../../../shared/i18n/t.ts';
import { Field } from '../../forms/Field.tsx';
import { type Source, sourceInWords, UNDO } from './imports.ts';
import { sendFile } from './sendFile.ts';

interface Props {
  /** The id of the website in the REST API. */
  website: number;
  sources: readonly Source[];
  /** Called when all files were received. */
  onDone: () => void;
}

/** Uploads files, one after the other, to a new import. */
export function UploadForm({ website, sources, onDone }: Props) {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [, discard] = useChange(UNDO);
  const stop = useRef<AbortController | null>(null);
  const label = useId();
  useEffect(() => () => stop.current?.abort(), []);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const files = given.getAll('files').filter((file): file is File => file instanceof File && file.size > 0);
    const source = String(given.get('source') ?? '');
    if (files.length === 0) return setProblem(t('imports.noFile'));
    setProblem(null);
    setShare(0);
    stop.current = new AbortController();
    const { signal } = stop.current;
    const size = files.reduce((sum, file) => sum + file.size, 0);
    let [sent, importId] = [0, null as number | null];
    let current = files[0] as File;
    try {
      for (const file of files) {
        current = file;
        const report = (bytes: number) => setShare(Math.min((sent + bytes) / size, 1));
        importId = await sendFile({ file, website, source, importId }, report, signal);
        sent += file.size;
      }
      onDone();
    } catch (error) {
      // Without one of its files, an import would lack hits.
      if (importId !== null) await discard({ input: { id: String(importId) } });
      if (!signal.aborted) setProblem(problemOf(current, importId, error as Error));
    }
    setShare(null);
  }

  return (
    <form className="form" onSubmit={submit}>
      <Field label={t('imports.source')} name="source">
        {(control) => (
          <select {...control} disabled={share !== null}>
            <option value="">{t('imports.automatic')}</option>
            {sources.map((source) => (
              <option key={source.name} value={source.name}>
                {sourceInWords(source)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t('imports.files')} name="files" hint={t('imports.filesHint')}>
        {(control) => <input {...control} type="file" multiple disabled={share !== null} />}
      </Field>
      {problem && (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
      {share === null ? (
        <div className="row">
          <button type="submit" className="button primary">
            {t('imports.upload')}
          </button>
        </div>
      ) : (
        <div className="import-progress">
          <p id={label}>{t('imports.uploading', { share: percent(share) })}</p>
          <progress aria-labelledby={label} value={share} />
          <button type="button" className="button" onClick={() => stop.current?.abort()}>
            {t('button.cancel')}
          </button>
        </div>
      )}
    </form>
  );
}

/** Says why a file was not uploaded, and what becomes of those before it. */
function problemOf({ name }: File, importId: number | null, { message }: Error): string {
  const failed = t('imports.uploadFailed', { file: name, reason: message });
  return importId === null ? failed : `${failed} ${t('imports.noneKept')}`;
}

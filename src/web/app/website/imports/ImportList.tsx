import { useState } from 'react';
import { useChange } from '../../../shared/client.ts';
import { Dialog } from '../../../shared/Dialog.tsx';
import { momentOf } from '../../../shared/i18n/format.ts';
import { serverText } from '../../../shared/i18n/serverTexts.ts';
import { t } from '../../../shared/i18n/t.ts';
import { errorInWords } from '../../../shared/userErrors.ts';
import { Submit } from '../../forms/Submit.tsx';
import { useForm } from '../../forms/useForm.ts';
import { countsOf, daysOf, type Import, type Source, sourceInWords, UNDO } from './imports.ts';
import { SkippedRows } from './SkippedRows.tsx';

interface Props {
  rows: readonly Import[];
  sources: readonly Source[];
  onChange: () => void;
}

/** The imports that are finished, the newest first. */
export function ImportList({ rows, sources, onChange }: Props) {
  const [undone, setUndone] = useState<Import | null>(null);
  const labelOf = (name: string | null) => {
    const source = sources.find((one) => one.name === name);
    return source ? sourceInWords(source) : name;
  };
  return (
    <>
      <ul className="imports-list" aria-label={t('imports.list')}>
        {rows.map((row) => (
          <li key={row.id}>
            <Item row={row} source={labelOf(row.source)} onUndo={() => setUndone(row)} />
          </li>
        ))}
      </ul>
      {undone && (
        <UndoDialog
          row={undone}
          onClose={(isDone) => {
            setUndone(null);
            if (isDone) onChange();
          }}
        />
      )}
    </>
  );
}

interface ItemProps {
  row: Import;
  source: string | null;
  onUndo: () => void;
}

function Item({ row, source, onUndo }: ItemProps) {
  const { state, error, files, startedBy, createdAt, skipped, rows } = row;
  const name = files.join(', ');
  const who = startedBy === 'command_line' ? t('security.commandLine') : startedBy;
  return (
    <>
      <div className="imports-head">
        <p className="import-name">{name}</p>
        <p className={state === 'FAILED' ? 'badge error-text' : 'badge'}>{t(`imports.${state}`)}</p>
      </div>
      <p className="quiet">{[source, who, momentOf(createdAt)].filter(Boolean).join(' · ')}</p>
      {error && (
        <p className="error-text" lang={serverText(error) === null ? 'en' : undefined}>
          {errorInWords(error)}
        </p>
      )}
      {state === 'DONE' && (
        <>
          <p>{[daysOf(row), ...countsOf(row)].filter(Boolean).join(' · ')}</p>
          <SkippedRows skipped={skipped} rows={rows} />
        </>
      )}
      {(state === 'DONE' || state === 'FAILED') && (
        <button
          type="button"
          className="button"
          onClick={onUndo}
          aria-label={t(state === 'DONE' ? 'imports.undoNamed' : 'imports.removeNamed', { name })}
        >
          {t(state === 'DONE' ? 'imports.undo' : 'imports.remove')}
        </button>
      )}
    </>
  );
}

/** Asks for confirmation before an import is undone, or removed from the list. */
function UndoDialog({ row, onClose }: { row: Import; onClose: (isDone: boolean) => void }) {
  const [, undo] = useChange(UNDO);
  const { form, busy, problem, send } = useForm();
  const isDone = row.state === 'DONE';
  return (
    <Dialog title={t(isDone ? 'imports.undoTitle' : 'imports.removeTitle')} onClose={() => onClose(false)}>
      <form
        ref={form}
        className="form panel"
        onSubmit={async (event) => {
          event.preventDefault();
          if (await send(undo({ input: { id: row.id } }))) onClose(true);
        }}
      >
        <p>{t(isDone ? 'imports.undoHint' : 'imports.removeHint')}</p>
        <Submit danger busy={busy} problem={problem} onCancel={() => onClose(false)}>
          {t(isDone ? 'imports.undo' : 'imports.remove')}
        </Submit>
      </form>
    </Dialog>
  );
}

import { Download } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type CombinedError, useClient } from 'urql';
import { explain } from '../../shared/client.ts';
import { t } from '../../shared/i18n/t.ts';
import { fetchRows, MAX_ROWS } from './fetchRows.ts';
import { type About, type Format, saveFile } from './files.ts';
import { variablesOf } from './rows.ts';

/** Buttons that save what the table shows, all of its rows, as a file. */
export function Export({ about, onNote }: { about: About; onNote: (note: string) => void }) {
  const client = useClient();
  const [saving, setSaving] = useState<Format | null>(null);
  const stop = useRef<AbortController | null>(null);
  useEffect(() => () => stop.current?.abort(), []);

  async function save(format: Format) {
    const controller = new AbortController();
    stop.current = controller;
    setSaving(format);
    onNote('');
    try {
      const { rows, total } = await fetchRows(
        client,
        variablesOf(about.details, about.scope),
        controller.signal,
      );
      saveFile(format, rows, total, about);
      if (total > rows.length) onNote(t('details.most', { shown: rows.length, total, most: MAX_ROWS }));
    } catch (error) {
      if (!controller.signal.aborted) onNote(explain(error as CombinedError));
    } finally {
      setSaving(null);
    }
  }

  return (
    <div className="details-dialog-export">
      {(['csv', 'json'] as const).map((format) => (
        <button
          key={format}
          type="button"
          className="button"
          aria-label={t('details.download', { format: format.toUpperCase() })}
          disabled={saving !== null}
          onClick={() => save(format)}
        >
          <Download size={16} aria-hidden />
          {saving === format ? t('details.loading') : format.toUpperCase()}
        </button>
      ))}
    </div>
  );
}

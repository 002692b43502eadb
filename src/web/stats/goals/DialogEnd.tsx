import { type ReactNode, useState } from 'react';
import { t } from '../../shared/i18n/t.ts';
import './goalDialog.css';

interface Props {
  /** The name of what the dialog changes; null for something new, which cannot be deleted. */
  saved: string | null;
  busy: boolean;
  /** Whether it can be saved. */
  canSave: boolean;
  /** Resolves to false if it was not deleted. */
  onDelete: () => Promise<boolean>;
  onClose: () => void;
  /** Further buttons at the beginning. */
  children?: ReactNode;
}

/** The buttons at the end of a dialog that creates, changes and deletes something. */
export function DialogEnd({ saved, busy, canSave, onDelete, onClose, children }: Props) {
  const [isDeleting, setDeleting] = useState(false);
  if (saved !== null && isDeleting)
    return (
      <footer className="goal-dialog-question">
        <span>{t('goals.sure', { name: saved })}</span>
        <div className="filter-editor-end">
          <button type="button" className="button plain" onClick={() => setDeleting(false)}>
            {t('button.cancel')}
          </button>
          <button
            type="button"
            className="button danger"
            disabled={busy}
            // biome-ignore lint/a11y/noAutofocus: the question replaces the button that was pressed.
            autoFocus
            onClick={async () => {
              if (!(await onDelete())) setDeleting(false);
            }}
          >
            {t('goals.delete')}
          </button>
        </div>
      </footer>
    );
  return (
    <footer>
      {children}
      <div className="filter-editor-end">
        {saved === null ? (
          <button type="button" className="button" onClick={onClose}>
            {t('button.cancel')}
          </button>
        ) : (
          <button type="button" className="button" onClick={() => setDeleting(true)}>
            {t('goals.delete')}
          </button>
        )}
        <button type="submit" className="button primary" disabled={busy || !canSave}>
          {t('button.save')}
        </button>
      </div>
    </footer>
  );
}

import type { ReactNode } from 'react';
import { t } from '../../shared/i18n/t.ts';
import './goalDialog.css';

interface Props {
  /** The question. */
  children: ReactNode;
  busy: boolean;
  onDelete: () => void;
  onCancel: () => void;
}

/** Asks whether something is to be deleted, in place of the buttons of a dialog. */
export const DeleteQuestion = ({ children, busy, onDelete, onCancel }: Props) => (
  <footer className="goal-dialog-question">
    <span>{children}</span>
    <div className="filter-editor-end">
      <button type="button" className="button plain" onClick={onCancel}>
        {t('button.cancel')}
      </button>
      <button
        type="button"
        className="button danger"
        disabled={busy}
        // biome-ignore lint/a11y/noAutofocus: the question replaces the button that was pressed.
        autoFocus
        onClick={onDelete}
      >
        {t('goals.delete')}
      </button>
    </div>
  </footer>
);

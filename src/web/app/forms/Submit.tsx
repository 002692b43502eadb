import type { ReactNode } from 'react';
import { t } from '../../shared/i18n/t.ts';
import './forms.css';

interface Props {
  busy: boolean;
  /** An error that does not belong to a single field. */
  problem: string | null;
  /** A confirmation, shown as long as it is true; undefined if the form disappears on success. */
  done?: ReactNode;
  /** Whether the action cannot be undone. */
  danger?: boolean;
  /** An alternative action, shown next to the button. */
  beside?: ReactNode;
  /** Closes the form, with a button of its own. */
  onCancel?: () => void;
  children: ReactNode;
}

/** The end of a form: its error and the submit button. */
export function Submit({ busy, problem, done, danger = false, beside, onCancel, children }: Props) {
  return (
    <div className="submit">
      {problem && (
        <p className="error-text" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <button type="submit" className={danger ? 'button danger' : 'button primary'} disabled={busy}>
          {children}
        </button>
        {beside}
        {onCancel && (
          <button type="button" className="button" onClick={onCancel}>
            {t('button.cancel')}
          </button>
        )}
        {done !== undefined && (
          <span role="status" className="status-good">
            {done}
          </span>
        )}
      </div>
    </div>
  );
}

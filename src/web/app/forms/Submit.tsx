import type { ReactNode } from 'react';
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
  children: ReactNode;
}

/** The end of a form: its error and the submit button. */
export function Submit({ busy, problem, done, danger = false, beside, children }: Props) {
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
        {done !== undefined && (
          <span role="status" className="status-good">
            {done}
          </span>
        )}
      </div>
    </div>
  );
}

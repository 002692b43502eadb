import type { ReactNode } from 'react';
import './forms.css';

interface Props {
  busy: boolean;
  /** What is wrong with no one field. */
  problem: string | null;
  /** What was done, for as long as it is true; undefined where the form goes away by it. */
  done?: ReactNode;
  /** Where it cannot be undone. */
  danger?: boolean;
  /** Another way out, beside the button. */
  beside?: ReactNode;
  children: ReactNode;
}

/** The end of a form: what went wrong with the whole, and the button. */
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

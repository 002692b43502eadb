import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import './dialog.css';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog: the browser keeps the focus in it, gives it back after, and closes it with Escape. Shown while it is there. */
export function Dialog({ title, onClose, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={heading}
      onClose={onClose}
      // A click beside it: only there the element itself is what is clicked.
      onMouseDown={(event) => event.target === element.current && element.current?.close()}
    >
      <div className="dialog">
        <header>
          <h2 id={heading}>{title}</h2>
          <button
            type="button"
            className="button plain"
            aria-label="Close"
            onClick={() => element.current?.close()}
          >
            <X size={18} aria-hidden />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

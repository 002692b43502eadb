import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { t } from './i18n/t.ts';
import './dialog.css';

interface Props {
  title: string;
  onClose: () => void;
  /** Class of the dialog element. */
  className?: string;
  children: ReactNode;
}

/**
 * A modal dialog, which is open while it is mounted. The browser keeps the focus inside, restores it
 * afterwards, and closes the dialog with Escape. An element with `data-focus-first` gets the focus first,
 * otherwise the button that closes the dialog.
 */
export function Dialog({ title, onClose, className, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  // Before the next key can be pressed: a key that is not in the dialog may be a shortcut of the page.
  useLayoutEffect(() => {
    element.current?.showModal();
    // React focuses an element with `autoFocus` itself, before the dialog is open, and writes no attribute.
    element.current?.querySelector<HTMLElement>('[data-focus-first]')?.focus();
  }, []);
  return (
    <dialog
      ref={element}
      className={className}
      aria-labelledby={heading}
      onClose={onClose}
      // A click on the backdrop: only then is the dialog element itself the target.
      onMouseDown={(event) => event.target === element.current && element.current?.close()}
    >
      <div className="dialog">
        <header>
          <h2 id={heading}>{title}</h2>
          <button
            type="button"
            className="button plain"
            aria-label={t('button.close')}
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

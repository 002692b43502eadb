import { Keyboard } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Boundary } from '../../shared/Boundary.tsx';
import { t } from '../../shared/i18n/t.ts';
import { Opening } from './Opening.tsx';
import { useShortcuts } from './useShortcuts.ts';

const ShortcutsDialog = lazy(() => import('./ShortcutsDialog.tsx'));

/** A button, and the key `?`, that show all shortcuts. Hidden on devices without a keyboard by its style. */
export function Shortcuts() {
  const [open, setOpen] = useState(false);
  useShortcuts({ '?': () => setOpen(true) });
  return (
    <>
      <button
        type="button"
        className="button plain shortcuts-button"
        aria-label={t('shortcuts.title')}
        title={t('shortcuts.button')}
        onClick={() => setOpen(true)}
      >
        <Keyboard size={18} aria-hidden />
      </button>
      {open && (
        <Boundary className="part-failed-dialog card">
          <Suspense fallback={<Opening />}>
            <ShortcutsDialog onClose={() => setOpen(false)} />
          </Suspense>
        </Boundary>
      )}
    </>
  );
}

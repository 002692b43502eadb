import { useEffect, useRef } from 'react';

/** What keys do, by `KeyboardEvent.key` in lower case. */
export type Actions = Readonly<Record<string, () => void>>;

/** Elements that use keys themselves. */
const BUSY = 'input, textarea, select, [contenteditable], [role="tablist"], [role="img"]';
/**
 * Dialogs and menus, in which no shortcut works, also while they are loading and if they cannot be loaded.
 */
const OPEN = 'dialog[open], [role="dialog"], [data-opening], .part-failed-dialog';

/** Whether a key is meant for the page, not for an element, a dialog, or the browser. */
function isForPage({
  target,
  defaultPrevented,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
}: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || isComposing) return false;
  return !(target instanceof Element && target.closest(BUSY)) && !document.querySelector(OPEN);
}

/** Runs actions when their keys are pressed. Modifiers other than Shift, which some need, turn them off. */
export function useShortcuts(actions: Actions): void {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const { key, shiftKey } = event;
      const action = latest.current[key.toLowerCase()];
      // Shift is needed for signs, and is another key with letters and arrows.
      if (!action || (shiftKey && /^(\w|Arrow.*)$/.test(key)) || !isForPage(event)) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, []);
}

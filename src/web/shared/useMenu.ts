import { useEffect, useLayoutEffect, useRef } from 'react';

/** How far from the edge of the window a menu stays that would go beyond it, in pixels. */
const GAP = 8;

/** Moves a menu into the window if it begins left of it or ends right of it. */
function keepInWindow(menu: HTMLElement) {
  menu.style.translate = '';
  const { left, right } = menu.getBoundingClientRect();
  const { clientWidth } = document.documentElement;
  if (left < 0) menu.style.translate = `${GAP - left}px`;
  else if (right > clientWidth) menu.style.translate = `${Math.max(-left, clientWidth - GAP - right)}px`;
}

/**
 * Closes an open menu by Escape, by a click beside it, or when the focus leaves it. If the focus was in the
 * menu, it returns to the button. The menu, the last child of the frame, stays within the window.
 * @param first selectors: the first one that finds an element of the frame gives it the focus when the menu
 *   opens. Pass the same list each time.
 * @returns refs for the element around button and menu, and for the button.
 */
export function useMenu(open: boolean, onOpen: (open: boolean) => void, first?: readonly string[]) {
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const change = useRef(onOpen);
  change.current = onOpen;
  useLayoutEffect(() => {
    const menu = frame.current?.lastElementChild;
    if (!open || !(menu instanceof HTMLElement)) return;
    const place = () => keepInWindow(menu);
    place();
    addEventListener('resize', place);
    return () => removeEventListener('resize', place);
  }, [open]);
  useEffect(() => {
    if (!open) return;
    const trigger = button.current;
    for (const selector of first ?? []) {
      const found = frame.current?.querySelector<HTMLElement>(selector);
      if (!found) continue;
      found.focus();
      break;
    }
    const beside = ({ target }: Event) => !frame.current?.contains(target as Node) && change.current(false);
    function pressed(event: KeyboardEvent) {
      if (event.key !== 'Escape') return;
      // Otherwise the browser would also close a dialog around the menu.
      event.preventDefault();
      change.current(false);
    }
    addEventListener('pointerdown', beside);
    addEventListener('focusin', beside);
    addEventListener('keydown', pressed);
    return () => {
      removeEventListener('pointerdown', beside);
      removeEventListener('focusin', beside);
      removeEventListener('keydown', pressed);
      // The focus was in the menu, which is gone.
      if (!document.activeElement || document.activeElement === document.body) trigger?.focus();
    };
  }, [open, first]);
  return { frame, button };
}

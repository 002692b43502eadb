import { type KeyboardEvent, useId, useState } from 'react';

interface Options<Option> {
  /** The options that match the typed text. */
  options: readonly Option[];
  /** Whether the list is shown. */
  isOpen: boolean;
  /** Opens the list, when an arrow key is pressed. Absent if it is always open. */
  onOpen?: () => void;
  /** Closes the list, when Escape is pressed. If absent, what is around the list handles Escape. */
  onClose?: () => void;
  /** Enter was pressed while the list is open. Receives undefined if no option matches. */
  onEnter: (chosen: Option | undefined) => void;
}

/**
 * A text field with a list of options, of which the arrow keys choose one and Enter takes it: the combobox of
 * the ARIA Authoring Practices.
 * @returns the chosen option; `restart`, which chooses the first one; and the attributes of the `combobox`,
 *   of the `listbox`, and of each `option`. Write roles,
 *   `tabIndex` and `aria-expanded` beside them, where linters look for them.
 */
export function useCombobox<Option>({ options, isOpen, onOpen, onClose, onEnter }: Options<Option>) {
  const id = useId();
  const [at, setAt] = useState(0);
  const index = Math.min(at, options.length - 1);
  const chosen = options[index];
  const idOf = (position: number) => `${id}-${position}`;

  function step(by: 1 | -1) {
    if (!isOpen) return onOpen?.();
    if (options.length === 0) return;
    const next = (index + by + options.length) % options.length;
    setAt(next);
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' });
  }
  function onKeyDown(event: KeyboardEvent) {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') step(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'Enter' && isOpen) onEnter(chosen);
    else if (key === 'Escape' && isOpen && onClose) onClose();
    else return;
    event.preventDefault();
  }
  return {
    chosen,
    restart: () => setAt(0),
    field: {
      'aria-controls': `${id}-list`,
      'aria-autocomplete': 'list',
      'aria-activedescendant': isOpen && chosen ? idOf(index) : undefined,
      autoComplete: 'off',
      spellCheck: false,
      onKeyDown,
    },
    list: { id: `${id}-list` },
    option: (position: number) => ({
      id: idOf(position),
      'aria-selected': position === index,
      onPointerMove: () => setAt(position),
    }),
  } as const;
}

import type { KeyboardEvent } from 'react';

interface Props {
  label: string;
  text: string;
  onType: (text: string) => void;
  maxLength: number;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A search field that a button opens. It gets the focus at once, so that no typed key is lost. */
export const SearchInput = ({ label, text, onType, maxLength, onKeyDown }: Props) => (
  <input
    type="search"
    aria-label={label}
    placeholder={label}
    maxLength={maxLength}
    // biome-ignore lint/a11y/noAutofocus: a person who opens a search wants to type, as in a dialog.
    autoFocus
    value={text}
    onChange={({ target }) => onType(target.value)}
    onKeyDown={onKeyDown}
  />
);

import type { KeyboardEvent } from 'react';

interface Props {
  label: string;
  text: string;
  onType: (text: string) => void;
  maxLength: number;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A search field that appears at the press of a button, and takes what is typed from then on. */
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

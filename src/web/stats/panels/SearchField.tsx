import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { inSentence } from '../../shared/i18n/format.ts';
import { t } from '../../shared/i18n/t.ts';
import { SearchInput } from '../../shared/SearchInput.tsx';
import { type Panel, titleOf } from './panels.ts';
import './searchField.css';

interface Props {
  panel: Panel;
  text: string;
  onType: (text: string) => void;
  onClose: () => void;
}

/**
 * The field of a card's search. It is not loaded with the rows that are found ({@link PanelFound}), so that
 * it takes what a person types at once.
 */
export function SearchField({ panel, text, onType, onClose }: Props) {
  const label = t('panel.search', { title: inSentence(titleOf(panel.name)) });
  function pressed(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    // The first Escape clears the text, the next one closes the search.
    if (text === '') onClose();
    else onType('');
  }
  return (
    <div className="panel-search">
      <Search size={15} aria-hidden />
      <SearchInput label={label} text={text} onType={onType} maxLength={200} onKeyDown={pressed} />
    </div>
  );
}

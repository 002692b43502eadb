import { Languages } from 'lucide-react';
import { LANGUAGES, type Language } from '../../../texts/languages.ts';
import { SwitchSelect } from '../SwitchSelect.tsx';
import { chooseLanguage, useLanguage } from './language.ts';
import { t } from './t.ts';

interface Props {
  /** Called in addition when a language is chosen. */
  onChosen?: (language: Language) => void;
}

/** Selects the language of all pages in this browser. Each is named in itself. */
export function LanguageSwitch({ onChosen }: Props) {
  return (
    <SwitchSelect
      icon={Languages}
      label={t('language.label')}
      names={LANGUAGES}
      chosen={useLanguage()}
      onChoose={(language) => {
        void chooseLanguage(language).catch(() => undefined);
        onChosen?.(language);
      }}
      languageOf={(name) => name}
    />
  );
}

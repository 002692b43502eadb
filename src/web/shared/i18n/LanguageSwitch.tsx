import { Languages } from 'lucide-react';
import { LANGUAGES, type Language } from '../../../texts/languages.ts';
import { SwitchSelect } from '../SwitchSelect.tsx';
import { chooseLanguage, useLanguage } from './language.ts';
import { t } from './t.ts';

interface Props {
  /** What a chosen language changes besides. The page waits for it: it is created anew after that. */
  onChosen?: (language: Language) => Promise<unknown>;
}

/** Selects the language of all pages in this browser. Each is named in itself. */
export function LanguageSwitch({ onChosen }: Props) {
  return (
    <SwitchSelect
      icon={Languages}
      label={t('language.label')}
      names={LANGUAGES}
      chosen={useLanguage()}
      onChoose={async (language) => {
        await onChosen?.(language);
        await chooseLanguage(language).catch(() => undefined);
      }}
      languageOf={(name) => name}
    />
  );
}

import { Languages } from 'lucide-react';
import { LANGUAGES } from '../../texts/languages.ts';
import { SwitchSelect } from '../SwitchSelect.tsx';
import { chooseLanguage, useLanguage } from './language.ts';
import { t } from './t.ts';

/** Selects the language of all pages in this browser. Each is named in itself. */
export function LanguageSwitch() {
  return (
    <SwitchSelect
      icon={Languages}
      label={t('language.label')}
      names={LANGUAGES}
      chosen={useLanguage()}
      onChoose={(language) => void chooseLanguage(language).catch(() => undefined)}
      languageOf={(name) => name}
    />
  );
}

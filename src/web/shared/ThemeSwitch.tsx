import { Monitor, Moon, Sun } from 'lucide-react';
import { namesBy } from './i18n/namesBy.ts';
import { t } from './i18n/t.ts';
import { SwitchSelect } from './SwitchSelect.tsx';
import { chooseTheme, THEMES, useTheme } from './theme.ts';

const ICONS = { system: Monitor, light: Sun, dark: Moon };

/** Selects the color scheme of all pages in this browser. */
export function ThemeSwitch() {
  const theme = useTheme();
  return (
    <SwitchSelect
      icon={ICONS[theme]}
      label={t('theme.label')}
      names={namesBy(THEMES, (name) => t(`theme.${name}`))}
      chosen={theme}
      onChoose={chooseTheme}
    />
  );
}

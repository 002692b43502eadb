import { Monitor, Moon, Sun } from 'lucide-react';
import { chooseTheme, THEMES, type Theme, useTheme } from './theme.ts';
import './themeSwitch.css';

const ICONS = { system: Monitor, light: Sun, dark: Moon };

/** Selects the color scheme of all pages in this browser. */
export function ThemeSwitch() {
  const theme = useTheme();
  const Icon = ICONS[theme];
  return (
    <label className="theme-switch" title="Theme">
      <Icon size={16} aria-hidden />
      <select aria-label="Theme" value={theme} onChange={({ target }) => chooseTheme(target.value as Theme)}>
        {(Object.keys(THEMES) as Theme[]).map((name) => (
          <option key={name} value={name}>
            {THEMES[name]}
          </option>
        ))}
      </select>
    </label>
  );
}

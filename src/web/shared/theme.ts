import { useSyncExternalStore } from 'react';

/** The color schemes to choose from; `system` is that of the browser. */
export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const CHANGED = 'footfall:theme';
const KEY = 'theme';
const root = document.documentElement;

const isScheme = (name: string | null | undefined): name is 'light' | 'dark' =>
  name === 'light' || name === 'dark';

/**
 * Returns the scheme that the page shows regardless of the browser's: that of the address, otherwise the
 * stored one. startScript.ts sets it before the first paint.
 */
export const shownTheme = (): Theme => (isScheme(root.dataset.theme) ? root.dataset.theme : 'system');

/** Shows a color scheme, and stores the choice in this browser. */
export function chooseTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, theme);
  } catch {
    // A browser that blocks storage forgets the choice with the page.
  }
  show(theme);
}

function show(theme: Theme): void {
  if (theme === 'system') delete root.dataset.theme;
  else root.dataset.theme = theme;
  dispatchEvent(new Event(CHANGED));
}

// The choice in another tab.
addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY || key === null) show(isScheme(newValue) ? newValue : 'system');
});

const dark = matchMedia('(prefers-color-scheme: dark)');

function subscribe(changed: () => void): () => void {
  addEventListener(CHANGED, changed);
  dark.addEventListener('change', changed);
  return () => {
    removeEventListener(CHANGED, changed);
    dark.removeEventListener('change', changed);
  };
}

/** The chosen color scheme. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, shownTheme);

/** Whether the page is dark, by choice or by the browser's color scheme. */
export const useDark = (): boolean =>
  useSyncExternalStore(subscribe, () => (shownTheme() === 'system' ? dark.matches : shownTheme() === 'dark'));

import type { PageName } from '../../texts/languages.ts';

/**
 * Runs in the head of every page, before the first paint (scripts/build-web.ts). A module would run later,
 * and the page would flash in the other colors. Begins to load the texts, so that they arrive with the
 * modules of the page.
 */
const asked = new URLSearchParams(location.search);
const root = document.documentElement;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // The browser blocks storage: the page has the browser's colors and language.
    return null;
  }
}

const isScheme = (name: string | null): name is string => name === 'light' || name === 'dark';
const theme = [asked.get('theme'), stored('theme')].find(isScheme);
if (theme) root.dataset.theme = theme;

const wanted = [asked.get('lang'), stored('language'), ...navigator.languages];
const languages = wanted.map((tag) => tag?.toLowerCase().split(/[-_@]/)[0] ?? '');
root.lang = languages.find((name) => Object.hasOwn(TEXTS, name)) ?? root.lang;

const preload = document.createElement('link');
Object.assign(preload, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' });
const page = document.currentScript?.dataset.page as PageName;
preload.href = TEXTS[root.lang as keyof typeof TEXTS][page];
document.head.append(preload);

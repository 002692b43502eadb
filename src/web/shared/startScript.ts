import type { PageName } from '../../texts/languages.ts';

/**
 * Runs in the head of every page, before the first paint (scripts/build-web.ts). A module would run later,
 * and the page would flash in the other colors. Begins to load the texts, so that they arrive with the
 * modules of the page.
 */

/** Whether an error is one of the page: a script that was not loaded, or that failed. */
function isOurs(event: ErrorEvent | Event): boolean {
  if (event.target instanceof HTMLScriptElement) return true;
  // Extensions of the browser fail in pages, too.
  return event instanceof ErrorEvent && event.filename.includes(`//${location.host}/`);
}

/** Says in one sentence that the page cannot be shown, unless it is shown. */
function checkShown(): void {
  const page = document.getElementById('root');
  // mount.tsx sets it. If the page fails later, React empties it.
  if (!page || (page.dataset.mounted && page.childElementCount > 0)) return;
  page.remove();
  const sentence = document.querySelector(`.not-shown[lang=${root.lang}]`);
  sentence?.removeAttribute('hidden');
}

// A browser without something that the modules need has an error: in their syntax, or a missing function.
addEventListener('error', (event) => isOurs(event) && setTimeout(checkShown), true);

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
root.lang = languages.find((name) => Object.keys(TEXTS).includes(name)) ?? root.lang;

const preload = document.createElement('link');
Object.assign(preload, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' });
const page = document.currentScript?.dataset.page as PageName;
preload.href = TEXTS[root.lang as keyof typeof TEXTS][page];
document.head.append(preload);

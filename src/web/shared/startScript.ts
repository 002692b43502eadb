import { type PageName, preferredLanguage } from '../../texts/languages.ts';
import { linkHeaders } from '../stats/link/sharedLink.ts';

/**
 * Runs in the head of every page, before the first paint (scripts/build-web.ts). A module would run later,
 * and the page would flash in the other colors. Begins to load the texts and the first data, so that they
 * arrive with the modules of the page.
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
const script = document.currentScript as HTMLScriptElement | null;

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

const language = preferredLanguage([asked.get('lang'), stored('language'), ...navigator.languages]);
// The server does not know the stored language: what it wrote is hidden until the page is there.
if (language !== root.lang) root.dataset.waits = '';
root.lang = language;

function preload(href: string, attributes: Partial<HTMLLinkElement>): void {
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { crossOrigin: 'anonymous', href, ...attributes }));
}

const page = script?.dataset.page as PageName;
preload(TEXTS[language][page], { rel: 'preload', as: 'fetch' });

const ask = script?.dataset.ask;
if (ask) {
  const headers = {
    'content-type': 'application/json',
    accept: 'application/graphql-response+json, application/json',
    ...linkHeaders(),
  };
  window.footfallFirst = {
    variables: JSON.parse(ask).variables,
    result: fetch('/graphql', { method: 'POST', headers, body: ask }).then(
      (response) => response.json().catch(() => null),
      () => null,
    ),
  };
}

// Not in the HTML, where they would share the bandwidth with the stylesheets (scripts/build-web.ts).
for (const href of script?.dataset.preloads?.split(' ') ?? [])
  preload(
    href,
    href.endsWith('.js') ? { rel: 'modulepreload' } : { rel: 'preload', as: 'font', type: 'font/woff2' },
  );

import { useSyncExternalStore } from 'react';
import { isLanguage, type Language, localeOf, type PageName } from '../../../texts/languages.ts';
import { setTexts } from './t.ts';

const CHANGED = 'footfall:language';
const KEY = 'language';
let page: PageName;

/**
 * The language of the page: that of the address (`?lang=de`), otherwise the stored choice, otherwise the
 * first one that the browser prefers. startScript.ts sets it before the first paint.
 */
export function currentLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : 'en';
}

async function load(language: Language): Promise<void> {
  const response = await fetch(TEXTS[language][page]);
  if (!response.ok) throw new Error(`The texts could not be loaded: status ${response.status}.`);
  setTexts(localeOf(language, navigator.languages), await response.json());
}

/**
 * Loads the texts of a page in its language. Nothing can be shown before.
 * @throws if they cannot be loaded.
 */
export function loadTexts(name: PageName): Promise<void> {
  page = name;
  return load(currentLanguage());
}

/** Shows the page in a language, and stores the choice in this browser. The address loses its `lang`. */
export async function chooseLanguage(language: Language): Promise<void> {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    // A browser that blocks storage forgets the choice with the page.
  }
  await load(language);
  const address = new URL(location.href);
  if (address.searchParams.has('lang')) {
    address.searchParams.delete('lang');
    history.replaceState(history.state, '', address);
  }
  document.documentElement.lang = language;
  dispatchEvent(new Event(CHANGED));
}

function subscribe(changed: () => void): () => void {
  addEventListener(CHANGED, changed);
  return () => removeEventListener(CHANGED, changed);
}

/** The language of the page. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage);

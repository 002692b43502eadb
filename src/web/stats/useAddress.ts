import { useMemo, useSyncExternalStore } from 'react';
import { readAddress, type Shown, writeAddress } from './address.ts';

const CHANGED = 'footfall:address';

function subscribe(changed: () => void): () => void {
  for (const event of ['popstate', CHANGED]) addEventListener(event, changed);
  return () => {
    for (const event of ['popstate', CHANGED]) removeEventListener(event, changed);
  };
}

export type Go = (change: Partial<Shown>, how?: 'push' | 'replace') => void;

const go: Go = (change, how = 'push') => {
  const shown = { ...readAddress(location.search), ...change };
  const { state } = history;
  // If this page opened the dialog, closing it goes back in the history.
  if (how === 'push' && change.details === null && state?.details) return history.back();
  const address = location.pathname + writeAddress(shown);
  if (how === 'push') history.pushState(change.details ? { details: true } : null, '', address);
  else history.replaceState(state, '', address);
  dispatchEvent(new Event(CHANGED));
};

/** The page's state from the URL, and a function to change it. */
export function useAddress(): [Shown, Go] {
  const query = useSyncExternalStore(subscribe, () => location.search);
  return [useMemo(() => readAddress(query), [query]), go];
}

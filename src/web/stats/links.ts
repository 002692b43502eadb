import type { PanelName } from './types.ts';

/** Where a row leads: a path, to the page of the website. */
export function linkTo(name: PanelName, value: string, url: string): string | null {
  if (name !== 'PAGE' && name !== 'LANDING_PAGE') return null;
  // As text: as an address, a path such as `//elsewhere.example` would lead elsewhere.
  return value.startsWith('/') && /^https?:/.test(url) ? new URL(url).origin + value : null;
}

import type { PanelName } from '../types.ts';

/** The link of a row: for a path, the page of the website. */
export function linkTo(name: PanelName, value: string, url: string): string | null {
  if (name !== 'PAGE' && name !== 'LANDING_PAGE') return null;
  // Concatenated as text. Resolved as a URL, a path such as `//elsewhere.example` would lead to another host.
  return value.startsWith('/') && /^https?:/.test(url) ? new URL(url).origin + value : null;
}

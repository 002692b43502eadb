import type { PanelName, Website } from '../types.ts';

/** What the links to the pages of a website depend on. */
export type Linked = Pick<Website, 'url' | 'domain'>;

/** Whether the values of a statistic are paths. */
export const isOfPages = (name: PanelName) => name.endsWith('PAGE');

/**
 * The address of a page of the website, for a path in a row.
 * @param host on which the page was seen, without `www.`; the website's own by default.
 */
export function linkTo(value: string, { url, domain }: Linked, host = domain): string | null {
  if (!value.startsWith('/') || !/^https?:/.test(url)) return null;
  const { origin, protocol } = new URL(url);
  // Hosts without a dot, such as `localhost`, are those of applications.
  const isOther = host !== domain && host.includes('.');
  // Concatenated as text. Resolved as a URL, a path such as `//elsewhere.example` would lead to another host.
  return (isOther ? `${protocol}//${host}` : origin) + value;
}

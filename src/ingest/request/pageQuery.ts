import { parseUrl } from '../../validation/url.ts';

/** Characters that a query may have as they are, and that pages commonly have there. */
const READABLE = /%(?:2F|3A|2C|40)/g;

const encoded = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(READABLE, decodeURIComponent);

/**
 * Returns the part of a page's query that belongs to its path: `?p=12`; '' if the query has none of the
 * parameters. Their order in the address makes no difference, and of several with one name the first counts.
 * @param page a full URL.
 * @param hash whether the website routes by the fragment, which may then have a query, too.
 * @param names the parameters, in the order in which they are counted.
 */
export function pageQuery(page: string, hash: boolean, names: readonly string[]): string {
  const url = names.length > 0 ? parseUrl(page) : null;
  if (url === null) return '';
  const queries = [url.search, hash ? (/\?.*/.exec(url.hash)?.[0] ?? '') : ''].map(
    (query) => new URLSearchParams(query),
  );
  const parts = names.flatMap((name) => {
    const value = queries.map((query) => query.get(name)).find((found) => found !== null);
    if (value === undefined || value === null) return [];
    return value === '' ? [encoded(name)] : [`${encoded(name)}=${encoded(value)}`];
  });
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

import { cleanPath, cleanText, cutText } from '../../validation/text.ts';
import { parseUrl } from '../../validation/url.ts';

const MAX_PATH = 500;
const MAX_CAMPAIGN = 100;

/**
 * The parsed page URL of a hit. `host` is lower-case ASCII without port and trailing dot; `campaign` is '' if
 * there is none.
 */
export interface PageAddress {
  host: string;
  path: string;
  campaign: string;
}

/**
 * Cuts a percent-encoded path. It never splits an escape, nor a character that consists of several escapes.
 */
function cutPath(path: string): string {
  if (path.length <= MAX_PATH) return path;
  const cut = path.slice(0, MAX_PATH).replace(/%[0-9a-f]?$/i, '');
  // Escapes of the last character: a leading byte (C0 to FF), up to three continuation bytes (80 to BF).
  const tail = /%[c-f][0-9a-f](?:%[89ab][0-9a-f]){0,3}$/i.exec(cut)?.[0];
  if (tail === undefined) return cut;
  try {
    decodeURIComponent(tail);
    return cut;
  } catch {
    return cut.slice(0, -tail.length);
  }
}

/**
 * Returns the path as the website counts it.
 * @param trimSlash whether `/about/` is the page `/about`.
 */
export function countedPath(path: string, trimSlash: boolean): string {
  if (!trimSlash || !path.endsWith('/')) return path;
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

/**
 * Returns the route in a fragment: the part before its first `?`, `&` or `=`. So neither parameters nor the
 * tokens that some logins pass in a fragment are recorded. Empty for `#`, `#/` and `#!/`, which are the page
 * without a fragment.
 */
function hashRoute(fragment: string): string {
  const route = /^[^?&=]*/.exec(fragment)?.[0] ?? '';
  return /^#!?\/?$/.test(route) ? '' : route;
}

/** Returns the campaign in a query string (with its `?`), decoded and cleaned; '' if there is none. */
function campaignOf(query: string): string {
  const campaign = query === '' ? null : new URLSearchParams(query).get('utm_campaign');
  return campaign === null ? '' : cutText(cleanText(campaign).trim(), MAX_CAMPAIGN);
}

/**
 * Parses the page URL of a hit. Never throws.
 *
 * @param page a full URL.
 * @param hash whether the website routes by the fragment. If so, the path includes the route in it
 *   (`/#/about`), and the campaign may also come from the query in the fragment.
 * @returns the host; the path as the URL standard writes it (percent-encoded, at most 500 characters, no
 *   query, no fragment); the campaign (`utm_campaign` decoded, trimmed, at most 100 characters). Path and
 *   campaign have no invisible characters (`cleanText`). Null if it is no http or https URL.
 */
export function parsePage(page: string, hash = false): PageAddress | null {
  const url = parseUrl(page);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  const host = url.hostname.replace(/\.$/, '');
  if (host === '') return null;
  const campaign = campaignOf(url.search);
  if (!hash) return { host, path: cutPath(cleanPath(url.pathname)), campaign };
  return {
    host,
    path: cutPath(cleanPath(url.pathname + hashRoute(url.hash))),
    campaign: campaign || campaignOf(/\?.*/.exec(url.hash)?.[0] ?? ''),
  };
}

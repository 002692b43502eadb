import { storedPath } from '../../validation/storedPath.ts';
import { parseUrl } from '../../validation/url.ts';
import { type Origin, originOf } from './origin.ts';
import { firstTags, type SourceTags, tagsOf, withoutReferences } from './tags.ts';

const MAX_PATH = 500;

/** The parsed page URL of a hit. `host` is lower-case ASCII without port and trailing dot. */
export interface PageAddress extends SourceTags {
  host: string;
  path: string;
}

/**
 * Cuts a percent-encoded path. It never splits an escape, nor a character that consists of several escapes.
 */
export function cutPath(path: string): string {
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

/**
 * Parses the page URL of a hit. Never throws.
 *
 * @param page a full URL.
 * @param hash whether the website routes by the fragment. If so, the path includes the route in it
 *   (`/#/about`), and the tags may also come from the query in the fragment.
 * @returns the host; the path in its one form (`storedPath`; at most 500 characters, no query, no fragment);
 *   the tags (decoded, trimmed, at most 100 characters each). Path and tags have no invisible characters
 *   (`cleanText`). Null if it is no http or https URL.
 */
export function parsePage(page: string, hash = false): PageAddress | null {
  const url = parseUrl(withoutReferences(page));
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
  const origin = originOf(url);
  return origin.host === '' ? null : addressOf(url, origin, hash);
}

/** A page of a packaged application: `capacitor://localhost/about`. */
export interface AppPage extends PageAddress {
  /** Without its colon. */
  scheme: string;
}

/**
 * Parses a page with another scheme than those of the web, as {@link parsePage}. Of a file, the path is only
 * its name, because the folders differ between devices and may name their users.
 */
export function parseAppPage(page: string, hash = false): AppPage | null {
  const url = parseUrl(withoutReferences(page));
  if (url === null || !/^[a-z][a-z0-9+.-]*:\/\//i.test(page.trim())) return null;
  const scheme = url.protocol.slice(0, -1);
  const path = scheme === 'file' ? url.pathname.replace(/^.*\//s, '/') : url.pathname || '/';
  return { scheme, ...addressOf(url, { host: url.hostname.toLowerCase(), path }, hash) };
}

function addressOf(url: URL, { host, path }: Origin, hash: boolean): PageAddress {
  const tags = tagsOf(url.search);
  if (!hash) return { host, path: cutPath(storedPath(path)), ...tags };
  return {
    host,
    path: cutPath(storedPath(path + hashRoute(url.hash))),
    ...firstTags(tags, tagsOf(/\?.*/.exec(url.hash)?.[0] ?? '')),
  };
}

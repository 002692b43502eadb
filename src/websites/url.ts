import { z } from 'zod';
import { isNearHost } from '../validation/address.ts';
import { describedBy } from '../validation/jsonSchema.ts';
import { bareDomain, MAX_HOST, parseUrl } from '../validation/url.ts';

/** Maximum length of a website's url. */
const MAX_URL = 2048;
const hostLabel = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

function isHost(host: string): boolean {
  if (/^\[[0-9a-f:.]+\]$/.test(host)) return true;
  return host.length <= MAX_HOST && host.split('.').every((label) => hostLabel.test(label));
}

/**
 * Adds the scheme that a host without one most likely has: `http` on this machine and in private networks,
 * where TLS is rare, otherwise `https`.
 */
function withScheme(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  const plain = parseUrl(`http://${text}`);
  const isPlain = plain !== null && isNearHost(plain.hostname.replace(/\.$/, '')) && plain.port !== '443';
  return `${isPlain ? 'http' : 'https'}://${text}`;
}

/**
 * Parses the url of a website. The domain is its host in lower case and ASCII, without `www.`. A bare
 * `example.com` gets `https`, and a bare `localhost:8080` gets `http`. The url keeps its query and a trailing
 * slash, but loses its fragment.
 * @returns the normalized url and the domain; null unless the input is an http or https address with a host.
 */
export function parseWebsiteUrl(input: string): { url: string; domain: string } | null {
  const given = input.trim();
  const full = withScheme(given);
  // `URL` would skip additional slashes and parse a path as the host.
  const url = /^https?:\/\/[^/\\]/i.test(full) ? parseUrl(full) : null;
  if (!url) return null;
  const host = url.hostname.replace(/\.$/, '');
  if (url.username || url.password || !isHost(host)) return null;
  url.hostname = host;
  url.hash = '';
  const path = url.pathname === '/' && !given.endsWith('/') ? '' : url.pathname;
  return { url: `${url.origin}${path}${url.search}`, domain: bareDomain(host) };
}

const urlText = z
  .string({
    error: (issue) => (issue.input === undefined ? 'Is required.' : 'Must be a single string.'),
  })
  .transform((value, context) => {
    const parsed = value.length <= MAX_URL ? parseWebsiteUrl(value) : null;
    if (!value.trim()) context.addIssue('Is required.');
    else if (!parsed) {
      context.addIssue(
        'Must be an http or https URL with a host, for example https://example.com, ' +
          `of at most ${MAX_URL} characters.`,
      );
    }
    return parsed ?? { url: '', domain: '' };
  });

/** Validates the url of a website; the output is that of {@link parseWebsiteUrl}. */
export const urlRule = describedBy(urlText, { type: 'string', minLength: 1, maxLength: MAX_URL });

import { domainToASCII, domainToUnicode } from 'node:url';

/** Where a page is on its own website. */
export interface Origin {
  /** In lower-case ASCII, without port and trailing dot. */
  host: string;
  /** As in the URL: not in the form of stored paths. */
  path: string;
}

const TRANSLATED = '.translate.goog';
/** The domains of AMP caches, whose subdomains stand for websites. */
const AMP_CACHES = ['.cdn.ampproject.org', '.bing-amp.com', '.amp.cloudflare.com'];

/**
 * Returns the host and path of a web page on its own website: also of one that Google Translate or an AMP
 * cache shows under a domain of its own.
 */
export function originOf(url: URL): Origin {
  const host = url.hostname.replace(/\.$/, '');
  if (host.endsWith(TRANSLATED)) return translated(host.slice(0, -TRANSLATED.length), url);
  const cache = AMP_CACHES.find((domain) => host.endsWith(domain));
  return cache === undefined ? { host, path: url.pathname } : cached(host.slice(0, -cache.length), url);
}

/** Undoes the encoding of a host as one label: a hyphen stands for a dot, two for a hyphen. */
const decodedLabel = (label: string) => label.replace(/\b-\b/g, '.').replaceAll('--', '-');

/** A page as Google Translate shows it. Its parameters `_x_tr_…` tell how the host is encoded. */
function translated(label: string, { pathname, searchParams }: URL): Origin {
  const encodings = searchParams.get('_x_tr_enc')?.split(',') ?? [];
  // The beginning of a host that is too long for one label.
  let encoded = `${searchParams.get('_x_tr_hp') ?? ''}${label}`;
  const remove = (prefix: string) => {
    const found = encodings.includes(prefix) && encoded.startsWith(`${prefix}-`);
    if (found) encoded = encoded.slice(prefix.length + 1);
    return found;
  };
  remove('1');
  const isPunycode = remove('0');
  const host = `${isPunycode ? 'xn--' : ''}${decodedLabel(encoded)}`;
  return { host: domainToASCII(host), path: pathname };
}

/** A page of an AMP cache: `/c/s/example.com/a`, `/c/` without TLS, `/v/` in a viewer. */
function cached(label: string, { pathname }: URL): Origin {
  const [, host, path = '/'] = /^\/[a-z]{1,3}\/(?:s\/)?([^/]+\.[^/]+)(\/.*)?$/.exec(pathname) ?? [];
  const named = domainToASCII(host ?? decodedLabel(domainToUnicode(label.replace(/^0-(.*)-0$/, '$1'))));
  return { host: named, path: host === undefined ? pathname : path };
}

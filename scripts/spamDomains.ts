import { bareDomain, parseUrl } from '../src/validation/url.ts';

/** Well-known sources of traffic. A list that contains one of them is wrong. */
const NEVER = [
  ...['google.com', 'bing.com', 'yahoo.com', 'duckduckgo.com', 'baidu.com', 'yandex.ru', 'ecosia.org'],
  ...[
    'facebook.com',
    'instagram.com',
    'linkedin.com',
    'reddit.com',
    'youtube.com',
    'pinterest.com',
    't.co',
    'x.com',
  ],
  ...['github.com', 'wikipedia.org', 'ycombinator.com', 'medium.com', 'wordpress.com', 'chatgpt.com'],
];

/**
 * Normalizes a list of domains, one a line: lower-case ASCII without `www.`, sorted, without duplicates and
 * without subdomains of other entries. Ignores empty lines and lines that begin with #.
 *
 * @throws Error if a line is not a domain, or if a domain covers a well-known host.
 */
export function readDomains(text: string): string[] {
  const all = new Set<string>();
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const host = /[/:@?#]/.test(line) ? undefined : parseUrl(`http://${line}/`)?.hostname;
    if (!host || !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(host)) throw new Error(`Not a domain: ${line}`);
    all.add(bareDomain(host));
  }
  const wrong = NEVER.find((host) => parentsOf(host).some((parent) => all.has(parent)));
  if (wrong) throw new Error(`The list would drop visits from ${wrong}.`);
  return [...all]
    .filter(
      (domain) =>
        !parentsOf(domain)
          .slice(1)
          .some((parent) => all.has(parent)),
    )
    .sort();
}

/** `a.b.c` → `a.b.c`, `b.c`, `c`. */
function parentsOf(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** Formats the spam list as JSON, one domain a line. */
export function spamFile(domains: readonly string[], source: string): string {
  return `${JSON.stringify({ source, domains }, null, 2)}\n`;
}

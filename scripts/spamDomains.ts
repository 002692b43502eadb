import { bareDomain, parseUrl } from '../src/validation/url.ts';

/** Hosts that people come from every day: a list that has one of them is wrong, whatever the reason. */
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
 * Brings a list of domains, one a line, into the form in which it is kept: lower case ASCII without `www.`, sorted, none twice, none
 * below another one. Empty lines and those that begin with # are left out.
 *
 * @throws Error that names a line that is no domain, or a domain below which well-known hosts are.
 */
export function readDomains(text: string): string[] {
  const all = new Set<string>();
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const host = /[/:@?#]/.test(line) ? undefined : parseUrl(`http://${line}/`)?.hostname;
    if (!host || !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(host)) throw new Error(`No domain: ${line}`);
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

/** The file that keeps the list: JSON, one domain a line. */
export function spamFile(domains: readonly string[], source: string): string {
  return `${JSON.stringify({ source, domains }, null, 2)}\n`;
}

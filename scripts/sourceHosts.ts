import type { Category } from '../src/ingest/source/categories.ts';
import { bareDomain, parseUrl } from '../src/validation/url.ts';

/** Categories by the `medium` of the list. Advertising networks (`paid`) have no channel of their own. */
const CATEGORIES: Readonly<Record<string, Category>> = {
  search: 'search',
  social: 'social',
  email: 'email',
  paid: 'other',
  referral: 'other',
  unknown: 'other',
};
const MAX_NAME = 60;

/** Names of sources by category and host. */
export type SourceHosts = Record<string, Record<string, string>>;

/**
 * Reads a list of referrers: JSON, an object of `{ source, medium }` by host, with or without a path. Hosts
 * become lower-case ASCII without `www.`. Entries with a path are ignored, because only the host of a
 * referrer is recorded, and so are those without a dot, which are not hosts.
 *
 * @throws Error if an entry is invalid, or if two entries of a host differ.
 */
export function readSources(text: string): SourceHosts {
  const found = new Map<string, { name: string; category: Category }>();
  for (const [key, entry] of Object.entries<{ source?: unknown; medium?: unknown }>(JSON.parse(text))) {
    if (key.includes('/') || !key.includes('.')) continue;
    const parsed = /[:@?#]/.test(key) ? undefined : parseUrl(`http://${key}/`)?.hostname;
    if (!parsed || !/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(parsed)) throw new Error(`Not a host: ${key}`);
    const name = typeof entry.source === 'string' ? entry.source.trim() : '';
    if (name === '' || name.length > MAX_NAME) {
      throw new Error(`The name of ${key} must have 1 to ${MAX_NAME} characters; got ${entry.source}.`);
    }
    const category = CATEGORIES[String(entry.medium)];
    if (category === undefined) throw new Error(`${key} has an unknown medium: ${entry.medium}`);
    const host = bareDomain(parsed);
    const other = found.get(host);
    if (other && (other.name !== name || other.category !== category)) {
      throw new Error(`${host} has two entries: ${other.name} (${other.category}), ${name} (${category}).`);
    }
    found.set(host, { name, category });
  }
  const categories: SourceHosts = {};
  for (const category of [...new Set(Object.values(CATEGORIES))].sort()) categories[category] = {};
  for (const host of [...found.keys()].sort()) {
    const { name, category } = found.get(host) as { name: string; category: Category };
    categories[category] = Object.assign(categories[category] ?? {}, { [host]: name });
  }
  return categories;
}

/** Formats the list as JSON, one host a line. */
export function sourcesFile(categories: SourceHosts, source: string): string {
  return `${JSON.stringify({ source, categories }, null, 2)}\n`;
}

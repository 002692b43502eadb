import { bareDomain, MAX_HOST } from '../../validation/url.ts';
import type { Category } from './categories.ts';
import list from './sources.json' with { type: 'json' };
import { WELL_KNOWN } from './wellKnown.ts';

export interface KnownSource {
  name: string;
  category: Category;
}

/**
 * Labels under which a search engine still is one: `m.search.naver.com`, `images.google.de`, and two letters
 * for a country or language. Under others it has other services (`docs.google.com`), which are not searches.
 */
const SEARCH_LABELS: ReadonlySet<string> = new Set(
  'm r amp cse html image images lens lite mobile news noai scholar search start video videos'.split(' '),
);
const isSearchLabel = (label: string) => label.length === 2 || SEARCH_LABELS.has(label);

/** Known sources by host or Android application id. The hand-written entries replace those of the list. */
const BY_HOST = new Map<string, KnownSource>();
/** Known sources by `nameKey` of their names, as people write them into `utm_source`. */
const BY_NAME = new Map<string, KnownSource>();
/** The one spelling of each name (`Web.de` is `WEB.DE`), by the name in lower case. */
const SPELLINGS = new Map(WELL_KNOWN.map(({ name }) => [name.toLowerCase(), name]));

function spellingOf(name: string): string {
  const spelling = SPELLINGS.get(name.toLowerCase()) ?? name;
  SPELLINGS.set(name.toLowerCase(), spelling);
  return spelling;
}

for (const [category, hosts] of Object.entries(list.categories)) {
  for (const [host, given] of Object.entries(hosts)) {
    const name = spellingOf(given);
    const known = { name, category: category as Category };
    BY_HOST.set(host, known);
    // Many search engines have the name of something else, such as Free or Meta.
    if (category === 'social') BY_NAME.set(nameKey(name), known);
  }
}
for (const { name, category, hosts, aliases } of WELL_KNOWN) {
  const known = { name, category };
  for (const host of hosts.split(' ')) BY_HOST.set(host, known);
  for (const alias of [name, ...(aliases?.split(' ') ?? [])]) BY_NAME.set(nameKey(alias), known);
}
BY_NAME.delete('');

/** The letters and digits of a name in lower case: `Yahoo!` → `yahoo`, `google_ads` → `googleads`. */
function nameKey(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}

/**
 * Returns the known source that a host belongs to: the entry of the host, otherwise that of its nearest
 * listed parent domain; undefined if there is none. It costs one lookup per label of the host.
 *
 * @param host a host or application id in lower case, without `www.`.
 */
export function sourceOfHost(host: string): KnownSource | undefined {
  if (host.length > MAX_HOST) return undefined;
  let start = 0;
  let isSearch = true;
  while (true) {
    const known = BY_HOST.get(host.slice(start));
    if (known) return known.category === 'search' && !isSearch ? { ...known, category: 'other' } : known;
    const dot = host.indexOf('.', start);
    if (dot === -1) return undefined;
    isSearch &&= isSearchLabel(host.slice(start, dot));
    start = dot + 1;
  }
}

/** The host in an address without a scheme, or with any: `https://chatgpt.com/?q=1` → `chatgpt.com`. */
const hostIn = (text: string) =>
  bareDomain(
    text
      .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
      .replace(/[/?#:].*$/s, '')
      .replace(/\.$/, ''),
  );

/**
 * Returns the known source that a `utm_source` names: a host (`chatgpt.com`) or an address, a name in any
 * spelling (`Facebook`, `you_tube`), a common abbreviation (`fb`, `ig`), or one of these with `ads`
 * (`google_ads`, `fb-ads`).
 *
 * @param text trimmed and in lower case.
 */
export function sourceOfTag(text: string): KnownSource | undefined {
  if (text.length > MAX_HOST) return undefined;
  const key = nameKey(text);
  return (
    (text.includes('.') ? sourceOfHost(hostIn(text)) : undefined) ??
    BY_NAME.get(key) ??
    BY_NAME.get(key.replace(/ads?$/, ''))
  );
}

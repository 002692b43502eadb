import type { Category } from './categories.ts';

/**
 * Query parameters that advertising networks add to the address of a clicked ad, in lower case, with the
 * category of the network. The networks document them as ids of ad clicks.
 *
 * Parameters that networks also add to ordinary links don't prove an ad and are left out: `fbclid` and
 * `igshid` (Meta), `srsltid` (Google's free listings), `ysclid` (Yandex's organic results), `epik`
 * (Pinterest), `mc_eid` (newsletters).
 */
const NETWORKS: ReadonlyMap<string, Category> = new Map<string, Category>([
  // Google Ads; gbraid and wbraid replace gclid for clicks on iOS.
  ['gclid', 'search'],
  ['gbraid', 'search'],
  ['wbraid', 'search'],
  // Campaign Manager and Display & Video 360, which sell display ads.
  ['dclid', 'display'],
  // Microsoft Advertising.
  ['msclkid', 'search'],
  // Yandex.Direct and Yahoo! JAPAN Ads.
  ['yclid', 'search'],
  ['li_fat_id', 'social'],
  ['rdt_cid', 'social'],
  ['sccid', 'social'],
  ['ttclid', 'social'],
  ['twclid', 'social'],
]);

/** The names of the parameters, in lower case. */
export const CLICK_IDS: readonly string[] = [...NETWORKS.keys()];

/** Returns the lower-case name of the first ad click id in a query; '' if there is none. */
export function clickIdOf(query: Iterable<[name: string, value: string]>): string {
  for (const [parameter, value] of query) {
    const name = parameter.toLowerCase();
    if (value !== '' && NETWORKS.has(name)) return name;
  }
  return '';
}

/** The category of the network of an ad click id; undefined for any other text. */
export function networkOf(clickId: string): Category | undefined {
  return NETWORKS.get(clickId);
}

import type { CompatibleProduct } from '../../src/tracker/compatible.ts';

/** The collector, and the id of the website in the other product. */
export const STATS = 'https://stats.example.com';
export const ALIAS = 'shop-1';

/** What a person would count on the walk of `walk.ts`. */
export interface Expected {
  /**
   * Whether the script reports a replaced address with a new path, as it reports a new page. Nothing in the
   * request tells them apart.
   */
  replaced?: boolean;
  /** Whether the page that met a 503 is counted later. */
  again?: boolean;
  /** The revenue of the order; null if the script has none. */
  revenue?: string | null;
  /** The properties of the event; null if the script has none. */
  properties?: Record<string, string> | null;
  /** Names of all events besides `Signup` and `Order`. */
  others?: string[];
}

/** A tracker that is checked. */
export interface CheckedTracker {
  name: string;
  product: CompatibleProduct;
  /**
   * The program of a page, which is bundled. It defines `shop.event()`, `shop.order()` if the tracker knows
   * revenue, and `shop.page()` if pages of applications are counted by hand.
   */
  program?: string;
  /** The file of a script that no package has (`--scripts`), with attributes of its tag and a program. */
  script?: { file: string; attributes?: string; before?: string; after: string };
  expected: Expected;
  /** How long the script waits before it sends, in ms. */
  pause?: number;
}

export const PROPERTIES = { plan: 'free', n: '1' };

import type { Directory } from './directory.ts';
import type { DropReason, Outcome } from './hit.ts';
import type { PageAddress } from './request/page.ts';
import type { TrackedWebsite } from './websiteLookup.ts';

/** What only a hit from the tracker of another product has. */
export interface ForeignHit {
  /** The ids of its website in that product (setting `aliases`), tracking ids, or domains. */
  websites: readonly string[];
  /** Whether the tracker repeats addresses and referrers (`Hit.repeats`). */
  repeats: boolean;
  /** Whether the tracker found that no person uses the browser. */
  isBot?: boolean | undefined;
  /** The names of fields that have no counterpart here. */
  ignored?: readonly string[];
}

/** Stands for the host of a page of which the tracker sends only the path: the domain of its website. */
export const HOSTLESS = 'hostless.invalid';

/** What looks like a tracking id. Unknown ones are not cached, so others must not cost a query. */
const TRACKING_ID = /^[0-9a-f]{18}$/;

/**
 * Finds the website of a hit from the tracker of another product: by an alias, a tracking id, a domain, or
 * the host of the page, in this order.
 * @returns the website, and whether the client named it by its tracking id. Who knows that may learn more:
 *   other ids are easily guessed.
 */
export async function findForeignWebsite(
  ids: readonly string[],
  page: PageAddress,
  directory: Directory,
): Promise<{ found: TrackedWebsite | null; isNamed: boolean }> {
  for (const id of ids) {
    const aliased = await directory.byAlias(id, page.host);
    if (aliased) return { found: aliased, isNamed: false };
    const named = TRACKING_ID.test(id) ? await directory.byTrackingId(id) : null;
    if (named) return { found: named, isNamed: true };
  }
  for (const host of [...ids.filter((id) => id.includes('.')), page.host]) {
    const found = await directory.byHost(host);
    if (found) return { found, isNamed: false };
  }
  return { found: null, isNamed: false };
}

/** What a client learns that did not name the website: not that another host is registered. */
export const publicReason = (reason: DropReason): Outcome => (reason === 'wrong_host' ? null : reason);

import { inRanges } from '../validation/address.ts';
import { isWithinDomain } from '../validation/url.ts';
import { isBot } from './device/bot.ts';
import type { TrackedWebsite } from './directory.ts';
import type { DropReason } from './hit.ts';
import type { Page } from './request/page.ts';
import type { Payload } from './request/payload.ts';
import { isSpamReferrer } from './request/spam.ts';

/** A hit on its way, as the drop rules see it. */
export interface Candidate {
  website: TrackedWebsite;
  page: Page;
  payload: Payload;
  /** The host that the hit came from (`referrerHost`); '' for none and for the website itself. */
  referrer: string;
  address: string;
  /** The request's headers, by lower-case name. */
  headers: Record<string, string | undefined>;
}

/** Each reason with its rule, in order: the first that applies is the one that is counted. */
const RULES: [DropReason, (hit: Candidate) => boolean][] = [
  ['bot', ({ headers, website }) => website.excludeBots && isBot(headers['user-agent'])],
  ['excluded_ip', ({ address, website }) => inRanges(address, website.excluded)],
  ['wrong_host', ({ page, website }) => !isWithinDomain(page.host, website.domain)],
  // Before what browsers say of themselves: spam comes from none.
  ['spam', ({ referrer, website }) => isSpamReferrer(referrer, website.domain)],
  ['prefetch', ({ headers }) => isPrefetch(headers)],
  ['privacy_signal', isPrivacySignal],
];

/** Why a hit is to be dropped; null when it is to be counted. */
export function dropReason(hit: Candidate): DropReason | null {
  return RULES.find(([, applies]) => applies(hit))?.[0] ?? null;
}

/** The headers that browsers send with what they fetch before anybody asked for it. */
function isPrefetch(headers: Candidate['headers']): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(headers[name] ?? ''),
  );
}

/**
 * Do Not Track or Global Privacy Control. The tracker says `dnt: false` where the website's owner did not ask
 * (data-dnt) to honour them; a hit that says nothing honours them.
 */
function isPrivacySignal({ headers, payload }: Candidate): boolean {
  return payload.dnt !== false && (headers.dnt === '1' || headers['sec-gpc'] === '1');
}

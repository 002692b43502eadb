import { inRanges } from '../validation/address.ts';
import { isOwnHost } from '../validation/ownHosts.ts';
import { isBot } from './device/bot.ts';
import type { DropReason } from './hit.ts';
import type { PageAddress } from './request/page.ts';
import type { Payload } from './request/payload.ts';
import { spamDomainOf } from './request/spam.ts';
import type { TrackedWebsite } from './websiteLookup.ts';

/** A hit as the drop rules see it. */
export interface Candidate {
  website: TrackedWebsite;
  page: PageAddress;
  /** Whether the page is one of an application, whose scheme the website has among its hosts. */
  isApp: boolean;
  payload: Payload;
  /** The host of the referrer (`referrerHost`); '' for none and for the website itself. */
  referrer: string;
  /** Whether its client found that no person uses it. */
  isBot?: boolean | undefined;
  address: string;
  /** The request's headers by lower-case name. */
  headers: Record<string, string | undefined>;
}

/**
 * Drop reasons with their rules, in order: the first rule that applies determines the reason that is counted.
 */
const RULES: [DropReason, (hit: Candidate) => boolean][] = [
  [
    'bot',
    ({ headers, website, isBot: isKnown = false }) =>
      website.excludeBots && (isKnown || isBot(headers['user-agent'], headers)),
  ],
  ['excluded_ip', ({ address, website }) => inRanges(address, website.excluded)],
  ['wrong_host', ({ page, isApp, website }) => !isApp && !isOwnHost(page.host, website)],
  // Before the rules for headers that only browsers send: spam does not come from browsers.
  [
    'spam',
    ({ referrer, website }) => website.excludeSpam && spamDomainOf(referrer, website.domain) !== undefined,
  ],
  ['prefetch', ({ headers }) => isPrefetch(headers)],
  ['privacy_signal', isPrivacySignal],
];

/** Returns the reason for which a hit is dropped; null if it is counted. */
export function dropReason(hit: Candidate): DropReason | null {
  return RULES.find(([, applies]) => applies(hit))?.[0] ?? null;
}

/** Detects the headers that browsers send when they load a page before the user opens it. */
function isPrefetch(headers: Candidate['headers']): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(headers[name] ?? ''),
  );
}

/**
 * Detects Do Not Track or Global Privacy Control. The tracker sends `dnt: false` unless the website's owner
 * asked (data-dnt) to honour them. For a hit without `dnt` they are honoured.
 */
function isPrivacySignal({ headers, payload }: Candidate): boolean {
  return payload.dnt !== false && (headers.dnt === '1' || headers['sec-gpc'] === '1');
}

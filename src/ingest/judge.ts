import { localTime } from '../calendar/clock.ts';
import { storedPath } from '../validation/storedPath.ts';
import { bareDomain, MAX_HOST } from '../validation/url.ts';
import { pickHints } from './device/userAgent.ts';
import { dropReason } from './drop.ts';
import type { Arrival, Drop } from './hit.ts';
import { primaryLanguage } from './request/language.ts';
import { countedPath, cutPath, type PageAddress } from './request/page.ts';
import { pageQuery } from './request/pageQuery.ts';
import type { Payload } from './request/payload.ts';
import { referrerHost } from './request/referrer.ts';
import { spamDomainOf } from './request/spam.ts';
import type { TrackedWebsite } from './websiteLookup.ts';

/** A hit that was read, from a request or from a file. */
export interface ReadHit {
  payload: Payload;
  page: PageAddress;
  /** Whether the page is one of an application. */
  isApp: boolean;
  website: TrackedWebsite;
  /** When it happened, in Unix milliseconds. */
  at: number;
  /** The client's address; '' if unknown. */
  address: string;
  /** Headers by lower-case name. */
  headers: Record<string, string | undefined>;
  /** Whether its own client says that it is a bot. */
  isBot?: boolean | undefined;
  /** As `Hit.repeats`. */
  repeats?: boolean | undefined;
  /** Returns the host of a referrer; `referrerHost` by default. */
  hostOfReferrer?: typeof referrerHost;
}

/** What becomes of a hit. */
export interface Judgement {
  outcome: Arrival | Drop;
  /** The host of the referrer; '' if it has none. */
  referrer: string;
}

/** Decides by the settings of its website whether a hit counts, and for what. A pure function. */
export function judgeHit(hit: ReadHit): Judgement {
  const { payload, page, isApp, website, at, address, headers, hostOfReferrer = referrerHost } = hit;
  const { isBot, repeats } = hit;
  const { day, hour } = localTime(website.timezone, at);
  const given = payload.reload ? '' : payload.referrer;
  const referrer = hostOfReferrer(given, website.domain, website.hosts);
  const reason = dropReason({ website, page, isApp, payload, referrer, isBot, address, headers });
  if (reason) {
    const domain = reason === 'spam' ? spamDomainOf(referrer, website.domain) : undefined;
    return { outcome: { websiteId: website.id, day, reason, domain }, referrer };
  }
  const outcome: Arrival = {
    websiteId: website.id,
    at,
    day,
    hour,
    address,
    userAgent: headers['user-agent'] ?? '',
    hints: pickHints(headers),
    path: pathOf(payload, page, website),
    host: hostOf(page),
    event: payload.event,
    properties: payload.properties,
    known: {
      referrer,
      campaign: page.campaign,
      utm_source: page.utm_source,
      utm_medium: page.utm_medium,
      utm_term: page.utm_term,
      utm_content: page.utm_content,
      language: payload.language || primaryLanguage(undefined, headers['accept-language']),
      resolution: payload.resolution,
    },
    clickId: page.clickId,
    id: payload.id,
    dailyLimit: website.dailyLimit,
  };
  if (repeats) outcome.repeats = true;
  return { outcome, referrer };
}

/** The path that a hit counts for, with the parameters that are part of the website's pages. */
function pathOf(
  { page, hash }: Payload,
  { path }: PageAddress,
  { trimSlash, query }: TrackedWebsite,
): string {
  const counted = countedPath(path, trimSlash);
  return query.length === 0 ? counted : cutPath(storedPath(counted + pageQuery(page, hash ?? false, query)));
}

/**
 * The host that a hit counts for; empty if it cannot be one: the URL standard lets those of applications have
 * any length and percent escapes.
 */
const hostOf = ({ host }: PageAddress) =>
  host.length <= MAX_HOST && /^[a-z0-9._-]+$|^\[[0-9a-f:.]+\]$/.test(host) ? bareDomain(host) : '';

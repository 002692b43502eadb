import type { ClientHints } from './device/userAgent.ts';

/** What a visit, and through its first visit a visitor, is broken down by. Empty strings where unknown. */
export interface Dimensions {
  /** Host, without `www.`; empty for direct visits. */
  referrer: string;
  campaign: string;
  browser: string;
  os: string;
  device: string;
  language: string;
  resolution: string;
  continent: string;
  country: string;
  city: string;
}

/** A named event, with a number and its unit if it has them. */
export interface HitEvent {
  name: string;
  value: number | null;
  unit: string | null;
}

/** What an accepted hit and its request say of themselves. */
interface Moment {
  websiteId: number;
  /** Unix milliseconds, and the website's local day (20261121) and hour at that time. */
  at: number;
  day: number;
  hour: number;
  path: string;
  /** Null for a pageview. */
  event: HitEvent | null;
}

/** One accepted pageview or event on its way: still with the address and the User-Agent, which are never stored. */
export interface Arrival extends Moment {
  address: string;
  userAgent: string;
  /** The Client Hints that were sent, by header name. */
  hints: ClientHints | null;
  known: Pick<Dimensions, 'referrer' | 'campaign' | 'language' | 'resolution'>;
}

/** One accepted pageview or event, with everything that is stored of it. No address, no User-Agent. */
export interface Hit extends Moment {
  /** 64 bits of the visitor's hash. */
  visitor: bigint;
  dimensions: Dimensions;
}

/** Why a hit was dropped on purpose. */
export type DropReason =
  | 'bot'
  | 'excluded_ip'
  | 'wrong_host'
  | 'spam'
  | 'prefetch'
  | 'privacy_signal'
  | 'quota'
  | 'unknown_website';

/** A dropped hit: only counted. Website 0 stands for "unknown website", whose days are those of UTC. */
export interface Drop {
  websiteId: number;
  day: number;
  reason: DropReason;
}

/** What became of a hit: null when it is committed, else why it was dropped. */
export type Outcome = DropReason | null;

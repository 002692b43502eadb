import type { Dimension } from '../engine/registry/dimensions.ts';
import type { ClientHints } from './device/userAgent.ts';

/**
 * The dimensions that a hit has if it opens a visit. Empty strings if unknown; the referrer is a host without
 * `www.`, empty for direct visits.
 */
export type Dimensions = Record<Dimension, string>;

/** The dimensions that follow from the address of the client. */
type PlaceDimension = 'continent' | 'country' | 'city';

/** An exact amount of money, negative for a refund. */
export interface Revenue {
  /** In ten-thousandths of the currency: 49.90 is 499000n. Less than 10^16 in size. */
  amount: bigint;
  /** ISO 4217, such as `EUR`. */
  currency: string;
}

/** A named event, with a number and its unit if it has them. */
export interface HitEvent {
  name: string;
  value: number | null;
  unit: string | null;
  /** Undefined for none. */
  revenue?: Revenue | undefined;
}

/** The parts of a hit's client id that are stored (store/hitIds.ts). */
export interface ClientId {
  /** The time with which it begins, in Unix milliseconds; 0 if it begins with none. */
  at: number;
  /** The first 64 bits of its SHA-256 hash. */
  hash: bigint;
}

/** The fields that an accepted hit has before and after processing by the recorder. */
interface Moment {
  websiteId: number;
  /** Unix milliseconds (`at`), and the website's local day (20261121) and hour at that time. */
  at: number;
  day: number;
  hour: number;
  path: string;
  /** Null for a pageview. */
  event: HitEvent | null;
  /** Its properties as JSON: texts by name, in the order of the names. Null or undefined for none. */
  properties?: string | null;
  /**
   * Whether its client sends the address and the referrer of a page several times, without a new pageview or
   * arrival (store/visits.ts). False by default.
   */
  repeats?: boolean;
  /** How many hits its website counts on this day, 0 for no limit; null or undefined for the default. */
  dailyLimit?: number | null;
}

/**
 * One accepted pageview or event before the recorder processes it. It has the address and the User-Agent,
 * which are never stored.
 */
export interface Arrival extends Moment {
  address: string;
  userAgent: string;
  /** The Client Hints of the request, by header name. */
  hints: ClientHints | null;
  /** The host of the page without `www.`; empty if it has none. */
  host: string;
  known: Omit<Dimensions, 'source' | 'channel' | 'browser' | 'os' | 'device' | PlaceDimension>;
  /** The name of the ad click id in the address of the page; empty for none. */
  clickId: string;
  /** The id that its client gave it, to send it again without counting it twice; null for none. */
  id: string | null;
}

/**
 * One accepted pageview or event, with everything that is stored of it. It has no address and no User-Agent.
 */
export interface Hit extends Moment {
  /** The visitor's 64-bit fingerprint (`visitorHash`). */
  visitor: bigint;
  dimensions: Dimensions;
  /** `host` and `clickId` are those of the {@link Arrival}; empty by default. */
  host?: string;
  clickId?: string;
  /** Its client's id; undefined for none. */
  clientId?: ClientId | undefined;
}

/** The reason for which a hit was dropped. */
export type DropReason =
  | 'bot'
  | 'excluded_ip'
  | 'wrong_host'
  | 'spam'
  | 'prefetch'
  | 'privacy_signal'
  | 'quota'
  | 'unknown_website';

/** A dropped hit, which is only counted. Website 0 stands for unknown websites; its days are those of UTC. */
export interface Drop {
  websiteId: number;
  day: number;
  reason: DropReason;
  /** For spam, the domain on the list. */
  domain?: string | undefined;
}

/** The outcome of a hit: null if it is committed, otherwise the reason for which it was dropped. */
export type Outcome = DropReason | null;

/** A hit was not stored, because another transaction has locked its website. It may be stored later. */
export const LOCKED = 'locked';

/** A hit was not stored, because its website was deleted while it waited. */
export const DELETED = 'deleted';

/** The outcome of a queued hit. */
export type Settled = Outcome | typeof DELETED;

/** The outcome of one attempt to store a hit. */
export type Attempted = Settled | typeof LOCKED;

import { cleanText } from '../../validation/text.ts';
import type { Client, UserAgentParser } from '../device/userAgent.ts';
import type { Place, Places } from '../geo/place.ts';
import type { Arrival, ClientId, Dimensions, Hit, HitEvent } from '../hit.ts';
import { classifySource } from '../source/classify.ts';
import { parseHitId } from '../store/hitIds.ts';
import { visitorHash } from './visitor.ts';

/** What determines the dimensions of a hit. */
export interface Detectors {
  parseUserAgent: UserAgentParser;
  places: Pick<Places, 'find'>;
}

/**
 * Computes the visitor and the client of a hit. Its place and source are determined when its dimensions are
 * first read. Only a hit that opens a visit needs them, and looking up a place takes some 20 µs. The client
 * is determined at once: a new User-Agent may take milliseconds, for which no transaction should wait.
 * @param salt the salt of its local day.
 */
export function createRecordedHit(arrival: Arrival, salt: Uint8Array, detectors: Detectors): Hit {
  const { websiteId, address, userAgent, hints } = arrival;
  const visitor = visitorHash(salt, websiteId, address, userAgent);
  const client = detectors.parseUserAgent(userAgent, hints ?? undefined);
  return new RecordedHit(arrival, visitor, () =>
    dimensionsOf(arrival, client, detectors.places.find(address)),
  );
}

/**
 * The getter is in the prototype, where V8 keeps it once for all hits. A copy by `{ ...hit }` therefore has
 * no dimensions.
 */
class RecordedHit implements Hit {
  readonly websiteId: number;
  readonly at: number;
  readonly day: number;
  readonly hour: number;
  readonly path: string;
  readonly host: string;
  readonly event: HitEvent | null;
  readonly properties: string | null;
  readonly visitor: bigint;
  readonly clickId: string;
  readonly clientId: ClientId | undefined;
  readonly dailyLimit: number | null;
  readonly repeats: boolean;
  #dimensions: Dimensions | undefined;
  readonly #determine: () => Dimensions;

  constructor(arrival: Arrival, visitor: bigint, determine: () => Dimensions) {
    const { id } = arrival;
    this.websiteId = arrival.websiteId;
    this.at = arrival.at;
    this.day = arrival.day;
    this.hour = arrival.hour;
    this.path = arrival.path;
    this.host = arrival.host;
    this.event = arrival.event;
    this.properties = arrival.properties ?? null;
    this.visitor = visitor;
    this.clickId = arrival.clickId;
    this.clientId = id === null ? undefined : parseHitId(id);
    this.dailyLimit = arrival.dailyLimit ?? null;
    this.repeats = arrival.repeats ?? false;
    this.#determine = determine;
  }

  get dimensions(): Dimensions {
    this.#dimensions ??= this.#determine();
    return this.#dimensions;
  }
}

/** Returns the dimensions of a hit. */
// Lists each property: copying objects generically would take as long as the hash.
export function dimensionsOf(
  { known, clickId }: Pick<Arrival, 'known' | 'clickId'>,
  client: Client,
  place: Place,
): Dimensions {
  const { referrer, campaign, utm_source, utm_medium, utm_term, utm_content, language, resolution } = known;
  const { source, channel } = classifySource({ referrer, campaign, utm_source, utm_medium, clickId });
  const { browser, os, device } = client;
  const { continent, country, city } = place;
  return {
    referrer,
    campaign,
    source,
    channel,
    utm_source,
    utm_medium,
    utm_term,
    utm_content,
    // The name of an application may be text from the User-Agent.
    browser: cleanText(browser),
    os,
    device,
    language,
    resolution,
    continent,
    country,
    city,
  };
}

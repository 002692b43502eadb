import { createHmac } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { UserAgentParser } from '../../ingest/device/userAgent.ts';
import type { Place, Places } from '../../ingest/geo/place.ts';
import { NOWHERE, placeOf } from '../../ingest/geo/placeRecord.ts';
import type { DropReason, Hit } from '../../ingest/hit.ts';
import { judgeHit } from '../../ingest/judge.ts';
import { dimensionsOf } from '../../ingest/recorder/recordedHit.ts';
import { visitorHash } from '../../ingest/recorder/visitor.ts';
import { readEvent } from '../../ingest/request/event.ts';
import { createFieldReader } from '../../ingest/request/fields.ts';
import { primaryLanguage } from '../../ingest/request/language.ts';
import { type PageAddress, parsePage } from '../../ingest/request/page.ts';
import type { Payload } from '../../ingest/request/payload.ts';
import { readProperties } from '../../ingest/request/properties.ts';
import { referrerHost } from '../../ingest/request/referrer.ts';
import { screenResolution } from '../../ingest/request/resolution.ts';
import { cleanTag } from '../../ingest/request/tags.ts';
import type { TrackedWebsite } from '../../ingest/websiteLookup.ts';
import { canonicalAddress } from '../../validation/address.ts';
import type { HitRecord } from '../sources/records.ts';
import type { SkipReason } from '../sources/skipReasons.ts';

/** What the rules need besides the settings of the website. */
export interface RuleDeps {
  parseUserAgent: UserAgentParser;
  places: Pick<Places, 'find'>;
  /**
   * Random bytes of this import, which are never stored: with them, addresses could be tested against the
   * fingerprints of visitors.
   */
  secret: Uint8Array;
  /** Unix milliseconds. Hits after it are not imported. Own hits that are older must have been stored. */
  until: number;
}

/** Decides whether a record counts. @returns the hit, or the reason for which it does not count. */
export type Rules = (record: HitRecord) => Hit | SkipReason | DropReason;

/** Statistics of the web are not older: the day, and its beginning in Unix milliseconds. */
export const EARLIEST_DAY = 19900101;
const EARLIEST = Date.UTC(1990, 0, 1);

/** A few thousand texts make up nearly all rows of a file. */
const CACHED = 5_000;
/** The characters of these texts, at most. */
const CACHED_CHARACTERS = 4 * 2 ** 20;

/** Keeps what follows from the texts of the latest rows. */
const cacheOf = <Value extends NonNullable<unknown>>(max: number) =>
  new LRUCache<string, Value>({
    max,
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: (_value, text) => text.length + 1,
  });

/** Creates the rules for the hits of an import: those for live hits, at the times of the file. */
export function createRules(website: TrackedWebsite, deps: RuleDeps): Rules {
  const pages = cacheOf<{ page: PageAddress | null }>(CACHED);
  const referrers = cacheOf<string>(CACHED);
  const hostOfReferrer = (text: string): string => {
    if (text === '') return '';
    let host = referrers.get(text);
    if (host === undefined) {
      host = referrerHost(text, website.domain, website.hosts);
      referrers.set(text, host);
    }
    return host;
  };
  const visitorOf = createVisitors(website.id, deps.secret);
  // Files without User-Agents do not have the hits of bots.
  const withoutAgents = { ...website, excludeBots: false };

  function pageOf(text: string): PageAddress | null {
    const known = pages.get(text);
    if (known) return known.page;
    const page = parsePage(text.startsWith('/') ? `https://${website.domain}${text}` : text);
    pages.set(text, { page });
    return page;
  }

  return (record) => {
    const { at, client, userAgent } = record;
    if (!(at >= EARLIEST && at < deps.until)) return at >= deps.until ? 'too_recent' : 'too_early';
    const parsed = pageOf(record.page);
    if (!parsed) return 'unreadable_page';
    const page = record.tags ? withTags(parsed, record.tags) : parsed;
    const address = canonicalAddress(record.address);
    const { outcome } = judgeHit({
      payload: payloadOf(record),
      page,
      isApp: false,
      website: userAgent === '' ? withoutAgents : website,
      at,
      address,
      headers: { 'user-agent': userAgent },
      hostOfReferrer,
    });
    if ('reason' in outcome) return outcome.reason;
    const { websiteId, day, hour, path, host, event, properties = null, clickId } = outcome;
    const place = record.place ? statedPlace(record.place) : deps.places.find(address);
    return {
      websiteId,
      at,
      day,
      hour,
      path,
      host,
      event,
      properties,
      clickId,
      visitor: visitorOf(day, record.visitor, address, userAgent),
      dimensions: dimensionsOf(outcome, client ?? deps.parseUserAgent(userAgent), place),
    };
  };
}

function payloadOf({ page, referrer, language, resolution, ...record }: HitRecord): Payload {
  const fields = createFieldReader();
  const { event, properties } = readEvent(record.event, fields);
  return {
    website: undefined,
    page,
    referrer,
    resolution: resolution === '' ? '' : screenResolution(resolution),
    language: language === '' ? '' : primaryLanguage(language, undefined),
    event,
    properties: event ? properties : readProperties('properties', record.properties, fields),
    // Only a request has the headers of privacy signals.
    dnt: false,
    hash: undefined,
    reload: undefined,
    id: null,
    ignored: fields.ignored,
  };
}

/** Tags that the file states apart take precedence over those in the address. */
function withTags(page: PageAddress, tags: NonNullable<HitRecord['tags']>): PageAddress {
  const changed = { ...page };
  for (const [name, value] of Object.entries(tags) as [keyof typeof tags, string][])
    if (value !== '') changed[name] = cleanTag(value);
  return changed;
}

function statedPlace({ country, region, city }: NonNullable<HitRecord['place']>): Place {
  return country === '' ? NOWHERE : placeOf({ country, region, city });
}

/**
 * Creates a function that returns the fingerprint of a visitor on a day. Each day has a salt of its own, so
 * that the visitors of two days cannot be linked.
 */
function createVisitors(websiteId: number, secret: Uint8Array) {
  const cache = cacheOf<bigint>(4 * CACHED);
  const salts = new LRUCache<number, Uint8Array>({ max: CACHED });
  const saltOf = (day: number): Uint8Array => {
    const salt = salts.get(day) ?? createHmac('sha256', secret).update(String(day)).digest();
    salts.set(day, salt);
    return salt;
  };
  return (day: number, id: string, address: string, userAgent: string): bigint => {
    const key = `${day} ${id} ${address} ${userAgent}`;
    let hash = cache.get(key);
    if (hash === undefined) {
      // An id cannot be mistaken for an address, which has no such prefix.
      hash = id === '' ? visitorHash(saltOf(day), websiteId, address, userAgent) : hashOfId(saltOf(day), id);
      cache.set(key, hash);
    }
    return hash;
  };
}

const hashOfId = (salt: Uint8Array, id: string): bigint =>
  createHmac('sha256', salt).update(`id ${id}`).digest().readBigInt64BE(0);

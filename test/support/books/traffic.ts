import type { KnownHit } from '../oracle.ts';
import {
  ADDRESSES,
  type Address,
  AGENTS,
  type Agent,
  BOT,
  DIRECT,
  EVENTS,
  LANGUAGES,
  PAGES,
  REFERRERS,
  RESOLUTIONS,
} from './tables.ts';

export interface Site {
  id: number;
  trackingId: string;
  domain: string;
  timezone: string;
  excludesBots: boolean;
  excludesAddresses: boolean;
}

/** A request for the tracking endpoint and its expected outcome. */
export interface Sending {
  path: string;
  init: { method: string; headers: Record<string, string>; body?: string };
  /** The expected hit; null if it is dropped. */
  hit: KnownHit | null;
  /** The reason and the website that counts it (0: no website). */
  dropped: { websiteId: number; reason: string } | null;
}

export interface Person {
  agent: Agent;
  address: Address;
}

const NO_TAGS = { campaign: '', utm_source: '', utm_medium: '', utm_term: '', utm_content: '' };

/** A seeded pseudorandom generator of numbers from 0 to 1 (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The random choices for one hit. */
export interface Throw {
  chance: (probability: number) => boolean;
  pick: <T>(list: readonly T[]) => T;
}

export function thrower(random: () => number): Throw {
  return {
    chance: (probability) => random() < probability,
    pick: (list) => list[Math.floor(random() * list.length)] as (typeof list)[number],
  };
}

/**
 * A person, or sometimes a bot. A bot has an address that is not excluded, so that there is at most one drop
 * reason.
 */
export function somebody({ chance, pick }: Throw): Person {
  if (chance(0.08)) return { agent: BOT, address: pick(ADDRESSES.filter(({ excluded }) => !excluded)) };
  return { agent: pick(AGENTS), address: pick(ADDRESSES) };
}

/** A hit of a person on a website, as one of the requests that a page may send. */
export function sending(at: number, site: Site, person: Person, random: Throw): Sending {
  const { chance, pick } = random;
  const { agent, address } = person;
  const shown = pick(PAGES);
  const host = pick([site.domain, `www.${site.domain}`, `blog.${site.domain}`, site.domain.toUpperCase()]);
  let referrer = pick(REFERRERS(site.domain));
  const language = pick(LANGUAGES);
  const resolution = pick(RESOLUTIONS);
  const event = chance(0.2) ? pick(EVENTS) : undefined;
  const from = pick(address.spellings);
  const headers: Record<string, string> = {
    'user-agent': agent.userAgent,
    'content-type': pick(['application/json', 'text/plain;charset=UTF-8']),
    // One proxy is trusted: the client may have invented everything before the last entry.
    'x-forwarded-for': chance(0.1) ? `192.0.2.99, ${from}` : from,
  };

  let dropped: Sending['dropped'] = null;
  const drop = (reason: string, websiteId = site.id) => {
    dropped = { websiteId, reason };
  };
  let page = `${pick(['https://', 'http://'])}${host}${shown.rest}`;
  let website: string | undefined = site.trackingId;
  if (agent.bot && site.excludesBots) drop('bot');
  else if (address.excluded && site.excludesAddresses) drop('excluded_ip');
  else if (chance(0.05)) {
    drop('wrong_host');
    page = pick([
      `https://not${site.domain}/`,
      `https://${site.domain}.elsewhere.test/`,
      'http://localhost/',
    ]);
  } else if (chance(0.04)) {
    drop('spam');
    referrer = { ...DIRECT, sent: 'http://top.Semalt.com./crawler.php?u=x' };
  } else if (chance(0.06)) {
    drop('prefetch');
    headers[pick(['sec-purpose', 'purpose'])] = 'prefetch';
  } else if (chance(0.02)) {
    drop('unknown_website', 0);
    website = 'nobody';
  } else if (chance(0.1) && host.toLowerCase() === site.domain) {
    website = undefined; // Identified by the host of the page.
  }

  const common = { website: site, at, address: address.spellings[0] ?? '', userAgent: agent.userAgent };
  const place = { continent: address.continent, country: address.country, city: address.city };
  const client = { browser: agent.browser, os: agent.os, device: agent.device };
  const { rest: _rest, source, channel, ...tags } = { ...NO_TAGS, ...shown };
  const bareHost = host.toLowerCase().replace(/^www\./, '');
  const hit = { ...common, host: bareHost, ...client, ...place, ...tags };
  const sourceOf = (from: typeof DIRECT) => ({
    referrer: from.host,
    source: source ?? from.source,
    channel: channel ?? from.channel,
  });
  if (website !== undefined && chance(0.1)) {
    const spam = referrer.sent?.includes('Semalt') ? { referrer: referrer.sent } : {};
    const query = new URLSearchParams({ website, page, ...spam });
    const { 'content-type': _, ...sent } = headers;
    return {
      path: `/pixel.gif?${query}`,
      init: { method: 'GET', headers: sent },
      hit: dropped ? null : { ...hit, ...sourceOf(DIRECT), event: null, language: '', resolution: '' },
      dropped,
    };
  }
  const said = { ...sourceOf(referrer), language: language.language, resolution: resolution ?? '' };
  return {
    path: '/api/event',
    init: {
      method: 'POST',
      headers,
      body: JSON.stringify({
        website,
        page,
        event,
        referrer: referrer.sent,
        language: language.sent,
        screen_resolution: resolution,
      }),
    },
    hit: dropped ? null : { ...hit, ...said, event: event?.name ?? null },
    dropped,
  };
}

import { localTime } from './clock.ts';
import type { Directory, TrackedWebsite } from './directory.ts';
import { dropReason } from './drop.ts';
import type { Dimensions } from './hit.ts';
import { primaryLanguage } from './language.ts';
import { type Page, parsePage } from './page.ts';
import { type Payload, parsePayload, unreadable } from './payload.ts';
import type { PlaceLookup } from './place.ts';
import { referrerHost } from './referrer.ts';
import { screenResolution } from './resolution.ts';
import type { Salts } from './salts.ts';
import type { UserAgentParser } from './userAgent.ts';
import { visitorHash } from './visitor.ts';
import type { Outcome, Writer } from './writer.ts';

/** A request as tracking sees it. Address and User-Agent go no further than this folder. */
export interface HitRequest {
  /** JSON text, or fields. */
  body: string | object;
  /** The client's address (`clientAddress`). */
  address: string;
  /** By lower-case name. */
  headers: Record<string, string | undefined>;
}

/** The steps that have a state of their own. */
export interface IngestSteps {
  directory: Directory;
  salts: Salts;
  writer: Writer;
  parseUserAgent: UserAgentParser;
  findPlace: PlaceLookup;
  now: () => number;
}

/**
 * The way of a hit, from the request to the commit.
 * @returns null when the hit is committed; else the reason why it was dropped, which is counted.
 * @throws AppError `bad_request` for what cannot be read, `unavailable` when it could not be stored.
 */
export async function receiveHit(request: HitRequest, steps: IngestSteps): Promise<Outcome> {
  const payload = parsePayload(request.body);
  const page = parsePage(payload.page);
  if (!page)
    throw unreadable({ page: ['Must be a full http or https address, for example https://example.com/.'] });

  const at = steps.now();
  const website = await findWebsite(payload, page, steps.directory);
  if (!website) {
    return steps.writer.record({ websiteId: 0, day: localTime('UTC', at).day, reason: 'unknown_website' });
  }
  const { address, headers } = request;
  const { day, hour } = localTime(website.timezone, at);
  const referrer = referrerHost(payload.referrer ?? '', website.domain);
  const reason = dropReason({ website, page, payload, referrer, address, headers });
  if (reason) return steps.writer.record({ websiteId: website.id, day, reason });

  const salt = await steps.salts.of(day);
  const { name, value = null, unit = null } = payload.event ?? {};
  return steps.writer.record({
    websiteId: website.id,
    at,
    day,
    hour,
    visitor: visitorHash(salt, website.id, address, headers['user-agent'] ?? ''),
    path: page.path,
    event: name === undefined ? null : { name, value, unit },
    dimensions: dimensions(payload, page, referrer, request, steps),
  });
}

function findWebsite({ website }: Payload, page: Page, directory: Directory): Promise<TrackedWebsite | null> {
  return website === undefined ? directory.byHost(page.host) : directory.byTrackingId(website);
}

function dimensions(
  payload: Payload,
  page: Page,
  referrer: string,
  { address, headers }: HitRequest,
  { parseUserAgent, findPlace }: IngestSteps,
): Dimensions {
  return {
    referrer,
    campaign: page.campaign,
    ...parseUserAgent(headers['user-agent'] ?? '', headers),
    language: primaryLanguage(payload.language, headers['accept-language']),
    resolution: screenResolution(payload.screen_resolution),
    ...findPlace(address),
  };
}

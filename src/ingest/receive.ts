import { localTime } from './clock.ts';
import type { Directory, TrackedWebsite } from './directory.ts';
import { dropReason } from './drop.ts';
import type { Arrival, Drop, Outcome } from './hit.ts';
import { primaryLanguage } from './language.ts';
import { type Page, parsePage } from './page.ts';
import { type Payload, parsePayload, unreadable } from './payload.ts';
import { referrerHost } from './referrer.ts';
import { screenResolution } from './resolution.ts';
import { pickHints } from './userAgent.ts';
import type { Writer } from './writer.ts';

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
  writer: Writer<Arrival | Drop>;
  now: () => number;
}

/**
 * The way of a hit, from the request to the commit: all that needs no secret and little time here, the rest in the recorder.
 * @returns null when the hit is committed; else the reason why it was dropped, which is counted.
 * @throws AppError `bad_request` for what cannot be read, `unavailable` when it could not be stored.
 */
export async function receiveHit(request: HitRequest, steps: IngestSteps): Promise<Outcome> {
  const payload = parsePayload(request.body);
  const page = parsePage(payload.page, payload.hash);
  if (!page)
    throw unreadable({ page: ['Must be a full http or https address, for example https://example.com/.'] });

  const at = steps.now();
  const website = await findWebsite(payload, page, steps.directory).catch((error) => {
    throw steps.writer.refuse(error);
  });
  if (!website) {
    return steps.writer.record({ websiteId: 0, day: localTime('UTC', at).day, reason: 'unknown_website' });
  }
  const { address, headers } = request;
  const { day, hour } = localTime(website.timezone, at);
  const referrer = referrerHost(payload.referrer ?? '', website.domain);
  const reason = dropReason({ website, page, payload, referrer, address, headers });
  if (reason) return steps.writer.record({ websiteId: website.id, day, reason });

  const { name, value = null, unit = null } = payload.event ?? {};
  return steps.writer.record({
    websiteId: website.id,
    at,
    day,
    hour,
    address,
    userAgent: headers['user-agent'] ?? '',
    hints: pickHints(headers),
    path: page.path,
    event: name === undefined ? null : { name, value, unit },
    known: {
      referrer,
      campaign: page.campaign,
      language: primaryLanguage(payload.language, headers['accept-language']),
      resolution: screenResolution(payload.screen_resolution),
    },
  });
}

function findWebsite({ website }: Payload, page: Page, directory: Directory): Promise<TrackedWebsite | null> {
  return website === undefined ? directory.byHost(page.host) : directory.byTrackingId(website);
}

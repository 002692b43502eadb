import { localTime } from '../calendar/clock.ts';
import { isOwnApp } from '../validation/ownHosts.ts';
import { bareDomain, parseUrl } from '../validation/url.ts';
import type { Directory } from './directory.ts';
import { type ForeignHit, findForeignWebsite, HOSTLESS, publicReason } from './foreign.ts';
import { type Arrival, DELETED, type Drop, type Outcome } from './hit.ts';
import { judgeHit } from './judge.ts';
import type { Writer } from './queue/writer.ts';
import { type PageAddress, parseAppPage, parsePage } from './request/page.ts';
import { type Payload, parsePayload, unreadable } from './request/payload.ts';
import { NO_TAGS } from './request/tags.ts';
import type { TrackedWebsite } from './websiteLookup.ts';

/** The parts of a request that tracking needs. Address and User-Agent do not leave this folder. */
export interface HitRequest {
  /** JSON text or parsed fields. */
  body: string | object;
  /** The client's address (`clientAddress`). */
  address: string;
  /** Headers by lower-case name. */
  headers: Record<string, string | undefined>;
  /** Only for hits from the trackers of other products. */
  foreign?: ForeignHit;
}

/** The steps that have state. */
export interface IngestSteps {
  directory: Directory;
  writer: Writer<Arrival | Drop>;
  now: () => number;
}

/** A hit that has been read, with what the writer needs. It does not refer to the request. */
export interface Ready {
  item: Arrival | Drop;
  /** When it arrived, in Unix milliseconds. */
  at: number;
  /** What the client learns of the outcome if it is not all of it. */
  disclosed: Outcome | undefined;
  /** The names of the fields that were left out or cut, separated by commas; undefined for none. */
  ignored: string | undefined;
}

/** The most fields that the answer names. */
const MAX_IGNORED = 20;
const NO_PAGE = 'Must be a full http or https address, for example https://example.com/.';
const FOREIGN_APP = 'Pages of applications count if the website has their scheme among its `hosts`.';

/**
 * Reads a hit, finds its website, and decides whether it is dropped. These are the steps that need no secret
 * and little time; the recorder runs the others.
 * @throws AppError `bad_request` if the hit cannot be read, `unavailable` if the database does not answer.
 */
export async function prepareHit(request: HitRequest, steps: IngestSteps): Promise<Ready> {
  const payload = parsePayload(request.body);
  const web = parsePage(payload.page, payload.hash);
  const app = web ? null : parseAppPage(payload.page, payload.hash);
  const parsed = web ?? app;
  // Without a tracking id, the answer would tell whether a website with this host is registered.
  if (!parsed || (app && payload.website === undefined)) throw unreadable({ page: [NO_PAGE] });
  let page: PageAddress = payload.reload ? { ...parsed, ...NO_TAGS } : parsed;

  const at = steps.now();
  const { foreign } = request;
  let found: TrackedWebsite | null;
  let isNamed = payload.website !== undefined;
  try {
    if (foreign) ({ found, isNamed } = await findForeignWebsite(foreign.websites, page, steps.directory));
    else found = await findWebsite(payload, page, steps.directory);
  } catch (error) {
    throw steps.writer.refuse(error);
  }
  if (foreign && found && page.host === HOSTLESS) page = { ...page, host: found.domain };
  if (app && !(found && isOwnApp(app.scheme, app.host, found)))
    throw unreadable({ page: [`${NO_PAGE} ${FOREIGN_APP}`] });
  const website = found ?? placeholderFor(page);
  const isApp = app !== null;
  const { address, headers } = request;
  const { isBot, repeats } = foreign ?? {};
  const read = { payload, page, isApp, website, at, address, headers, isBot, repeats };
  const { outcome, referrer } = judgeHit(read);
  const ignored = ignoredFields(payload, referrer, foreign?.ignored);
  if (!('reason' in outcome)) return { item: outcome, at, disclosed: isNamed ? undefined : null, ignored };

  const { reason } = outcome;
  const item: Drop = found ? outcome : { ...outcome, reason: 'unknown_website', domain: undefined };
  return { item, at, disclosed: isNamed ? undefined : publicReason(reason), ignored };
}

/**
 * Returns the names of the fields that were left out or cut, as the header has them; undefined for none.
 * @param referrer the host of the referrer; '' if it has none.
 * @param foreign the names of those that have no counterpart.
 */
function ignoredFields(
  { ignored, referrer: given }: Payload,
  referrer: string,
  foreign?: readonly string[],
): string | undefined {
  const unreadable = referrer === '' && given !== '' && parseUrl(given) === null;
  const own = unreadable ? ['referrer', ...ignored] : ignored;
  const names = foreign ? [...own, ...foreign] : own;
  if (names.length === 0) return undefined;
  const further = names.length - MAX_IGNORED;
  const shown = names.slice(0, MAX_IGNORED).map(headerText);
  return [...shown, ...(further > 0 ? [`and ${further} more`] : [])].join(', ');
}

/** Names of properties may have any characters. */
const headerText = (name: string): string => name.toWellFormed().replace(/[^!-+\--~]/gu, encodeURIComponent);

/**
 * Queues a hit. If its website is deleted while it waits, it counts as one of an unknown website.
 * @returns null when the hit is committed; otherwise the reason for which it was dropped, which is counted. A
 *   request that names no website does not learn the reasons `unknown_website` and `quota`: it gets null once
 *   they are committed.
 * @throws AppError `unavailable` if the hit could not be stored.
 */
export function storeHit({ item, at, disclosed }: Ready, writer: IngestSteps['writer']): Promise<Outcome> {
  const tell = (outcome: Outcome) => (disclosed === undefined ? outcome : disclosed);
  return writer.enqueue(item).then((outcome) => {
    if (outcome !== DELETED) return tell(outcome);
    const drop: Drop = { websiteId: 0, day: localTime('UTC', at).day, reason: 'unknown_website' };
    return writer.enqueue(drop).then((counted) => tell(counted === DELETED ? null : counted));
  });
}

/**
 * Returns a placeholder for the website of an unregistered page, with the default settings of a new website.
 * A request that names no website must not learn from the answer or its time which domains are registered
 * here (docs/decisions/025-bounded-storage.md). So the hit takes the same steps and gets the same answer,
 * until the transaction counts it as `unknown_website`.
 */
function placeholderFor({ host }: PageAddress): TrackedWebsite {
  return {
    id: 0,
    domain: bareDomain(host),
    timezone: 'UTC',
    excludeBots: true,
    excludeSpam: true,
    trimSlash: true,
    dailyLimit: null,
    excluded: [],
    hosts: [],
    query: [],
  };
}

function findWebsite(
  { website }: Payload,
  page: PageAddress,
  directory: Directory,
): Promise<TrackedWebsite | null> {
  return website === undefined ? directory.byHost(page.host) : directory.byTrackingId(website);
}

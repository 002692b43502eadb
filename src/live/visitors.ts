import { segmentOf } from '../auth/viewer.ts';
import { type DimensionName, FEW } from '../engine/registry/dimensions.ts';
import { AppError } from '../errors.ts';
import type { Website } from '../generated/prisma/client.ts';
import { hiddenBelow, isShown, ownWebsite, permittedFilter } from '../stats/access.ts';
import type { LiveContext } from './context.ts';
import type { MinuteCount, WindowCounts, WindowHit } from './window.ts';

/** Maximum number of rows of a list. */
export const ROWS = 10;

/** A value of a dimension, and the present visitors that have it. */
export interface LiveRow {
  value: string;
  count: number;
}

/** A hit without anything that identifies a person. */
export interface LiveHit {
  /** Unix milliseconds, in whole seconds. */
  at: number;
  /** Null if the viewer's shared link does not show pages, events or countries. */
  page: string | null;
  event: string | null;
  country: string | null;
}

/** The live numbers of a website, as a viewer may see them. */
export interface LiveVisitors {
  /** Visitors with a hit in the last five minutes. */
  visitors: number;
  /** The most frequent values; null if the viewer's shared link does not show them. */
  pages: LiveRow[] | null;
  referrers: LiveRow[] | null;
  countries: LiveRow[] | null;
  minutes: readonly MinuteCount[];
  /** Newest first. Empty for viewers from whom the website hides small counts. */
  hits: LiveHit[];
}

/**
 * Reads the live numbers of a website that the viewer may read.
 * @throws AppError `not_found` or `forbidden` if the viewer may not read the statistics; `forbidden` if the
 *   viewer is limited to a segment.
 */
export async function readLiveVisitors(website: Website, context: LiveContext): Promise<LiveVisitors> {
  await permittedFilter(website, null, context);
  if (segmentOf(context.viewer, website.id) !== null) throw noSegments();
  return shownTo(await context.live.windows.read(website.id), website, context);
}

/** As {@link readLiveVisitors}; null for a viewer who is limited to a segment. */
export async function findLiveVisitors(website: Website, context: LiveContext): Promise<LiveVisitors | null> {
  return segmentOf(context.viewer, website.id) === null ? readLiveVisitors(website, context) : null;
}

/** Reads the live numbers of a website of the viewer's team, by the website's id. */
export async function readOwnLiveVisitors(id: number, context: LiveContext): Promise<LiveVisitors> {
  return readLiveVisitors(await ownWebsite(id, context), context);
}

function shownTo(counts: WindowCounts, website: Website, context: LiveContext): LiveVisitors {
  const { visitors, minutes, pages, referrers, countries, hits } = counts;
  const hideBelow = hiddenBelow(website, context);
  const rowsOf = (name: DimensionName, all: ReadonlyMap<string, number>) =>
    isShown(name, context) ? topRows(all, hideBelow) : null;
  return {
    visitors,
    minutes,
    pages: rowsOf('page', pages),
    referrers: rowsOf('referrer', referrers),
    countries: rowsOf('country', countries),
    // A single hit is a count of one.
    hits: hideBelow > 0 ? [] : hits.map((hit) => shownHit(hit, context)),
  };
}

function shownHit({ at, path, event, country }: WindowHit, context: LiveContext): LiveHit {
  return {
    at: Math.floor(at / 1_000) * 1_000,
    page: isShown('page', context) ? path : null,
    event: isShown('event', context) ? event : null,
    country: isShown('country', context) ? country : null,
  };
}

/** Returns the rows with the largest counts. Those below `hideBelow` are summed in the last one. */
function topRows(counts: ReadonlyMap<string, number>, hideBelow: number): LiveRow[] {
  const shown: LiveRow[] = [];
  let few = 0;
  for (const [value, count] of counts) {
    if (hideBelow > 0 && (count < hideBelow || value === FEW)) few += count;
    else shown.push({ value, count });
  }
  shown.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
  const rows = shown.slice(0, ROWS);
  return few > 0 && rows.length < ROWS ? [...rows, { value: FEW, count: few }] : rows;
}

const noSegments = () =>
  new AppError(
    'forbidden',
    'Live numbers count all hits. An API key or shared link that is limited to a segment cannot read them.',
  );

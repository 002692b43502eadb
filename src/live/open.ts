import { authorize } from '../auth/permissions.ts';
import type { LiveContext } from './context.ts';
import type { LiveStream } from './stream.ts';

/** Live numbers change with time: visitors leave, and minutes pass. */
const LIVE_REFRESH_MS = 5_000;
/** In all time zones, days begin at multiples of this. */
const QUARTER_MS = 900_000;

/** When the live numbers of a website are read again without a hit, in Unix ms. */
export const liveRefresh = (now: number): number => now + LIVE_REFRESH_MS;

/** When a period is read again without a hit, in Unix ms: its days may have changed. */
export const periodRefresh = (now: number): number => (Math.floor(now / QUARTER_MS) + 1) * QUARTER_MS;

/**
 * Opens the stream of a subscription to a website's numbers.
 * @throws AppError `not_found` or `forbidden` if the viewer may not read the statistics; as `Live.open`.
 */
export async function openStream(
  websiteId: number,
  refreshAt: (now: number) => number,
  context: LiveContext,
): Promise<LiveStream> {
  const { viewer, loaders, live, requester } = context;
  const website = authorize(viewer, 'readStats', await loaders.website.load(websiteId));
  return live.open(website.id, refreshAt, requester?.viewer ?? '');
}

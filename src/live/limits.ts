import { isStranger } from '../db/readQueue.ts';
import { AppError } from '../errors.ts';

/** Maximum number of streams of an instance. Bounds their memory, and the work of checking permissions. */
export const MAX_STREAMS = 2_000;

/** The part of the streams that strangers may open together. The rest is kept for sessions and API keys. */
const STRANGERS = 0.75;

/** Suggested wait before another attempt, in seconds. */
const RETRY_S = 10;

/** Counts the open streams, in total and by viewer. */
export interface StreamLimits {
  /**
   * Takes a place for a stream.
   * @param viewer one name for all streams of a viewer, such as `key 12`.
   * @returns a function that gives the place back; it may be called again.
   * @throws AppError `too_many_requests`.
   */
  take(viewer: string): () => void;
}

/**
 * @param perViewer maximum number of streams of one viewer; 0 for no limit.
 * @param most maximum number of all streams.
 */
export function createStreamLimits(perViewer: number, most = MAX_STREAMS): StreamLimits {
  const byViewer = new Map<string, number>();
  const mostOfStrangers = Math.floor(most * STRANGERS);
  let open = 0;
  let openOfStrangers = 0;
  return {
    take(viewer) {
      const stranger = isStranger(viewer);
      const own = byViewer.get(viewer) ?? 0;
      if (perViewer > 0 && own >= perViewer) throw tooManyOfViewer(perViewer);
      if (open >= most) throw tooMany(most);
      if (stranger && openOfStrangers >= mostOfStrangers) throw tooManyOfStrangers(mostOfStrangers);
      byViewer.set(viewer, own + 1);
      open += 1;
      if (stranger) openOfStrangers += 1;
      let taken = true;
      return () => {
        if (!taken) return;
        taken = false;
        open -= 1;
        if (stranger) openOfStrangers -= 1;
        const left = (byViewer.get(viewer) ?? 1) - 1;
        if (left > 0) byViewer.set(viewer, left);
        else byViewer.delete(viewer);
      };
    },
  };
}

const tooManyOfViewer = (limit: number) =>
  new AppError(
    'too_many_requests',
    `At most ${limit} live streams may be open at a time for one API key, session or address. ` +
      'Close one of them, or share one stream among several views.',
    { retryAfter: RETRY_S },
  );

const tooMany = (limit: number) =>
  new AppError(
    'too_many_requests',
    `This server has ${limit} open live streams, which is its limit. Try again in ${RETRY_S} s.`,
    { retryAfter: RETRY_S },
  );

const tooManyOfStrangers = (limit: number) =>
  new AppError(
    'too_many_requests',
    `Viewers without a session or an API key have ${limit} open live streams on this server, ` +
      `which is their limit. Try again in ${RETRY_S} s, or log in.`,
    { retryAfter: RETRY_S },
  );

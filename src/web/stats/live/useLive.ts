import { useEffect, useRef } from 'react';
import type { LiveSubscription } from '../../gql/graphql.ts';
import type { LiveState } from '../../shared/live/keepStream.ts';
import { useStream } from '../../shared/live/useStream.ts';
import { linkHeaders, linkToken } from '../link/sharedLink.ts';
import { LiveDocument } from './documents.ts';
import { markOf } from './mark.ts';

export type Live = LiveSubscription['liveVisitors'];

/**
 * What happens on a website at the moment.
 * @param websiteId its global id; null while it is unknown, or where nothing is shown live.
 */
export function useLive(websiteId: string | null): LiveState<Live> {
  const name = websiteId && [websiteId, linkToken ?? ''].join(' ');
  const state = useStream(LiveDocument, { websiteId: websiteId ?? '' }, { name, headers: linkHeaders });
  if (state.status === 'ended') return state;
  if (state.status === 'live') return { status: 'live', data: state.data.liveVisitors };
  return { status: state.status, data: state.data?.liveVisitors ?? null };
}

/** How often the statistics are read anew at most, in ms. */
const PAUSE_MS = 5_000;

/**
 * Reads the statistics of the page again after new hits.
 * @param follows whether the page shows the current day.
 * @param refresh reads them.
 * @returns a function to be called when they are read for another reason: the next message is then not newer.
 */
export function useFollowing(live: LiveState<Live>, follows: boolean, refresh: () => void): () => void {
  const mark = live.status === 'live' ? markOf(live.data) : null;
  const state = useRef({ shown: null as string | null, read: Number.NEGATIVE_INFINITY, refresh });
  state.current.refresh = refresh;
  useEffect(() => {
    const { shown, read } = state.current;
    if (mark === null) return;
    // The page was read just before the first message.
    if (shown === null || !follows) state.current.shown = mark;
    if (shown === null || shown === mark || !follows) return;
    const timer = setTimeout(
      () => {
        state.current.shown = mark;
        state.current.read = performance.now();
        state.current.refresh();
      },
      Math.max(0, read + PAUSE_MS - performance.now()),
    );
    return () => clearTimeout(timer);
  }, [mark, follows]);
  return () => {
    state.current.shown = null;
  };
}

import { keepStream, type LiveState, type Subscription } from './keepStream.ts';

/** Opens a stream; returns a function that ends it. */
type Open<Data> = (tell: (state: LiveState<Data>) => void) => () => void;

/** Asks the tab that has the stream for its state. */
const HELLO = 'hello';

/**
 * Shares one stream among all tabs of this browser: the tab that gets a lock opens it and tells the others.
 * When it is closed, the next one opens a stream. Browsers offer locks only to pages with HTTPS and on
 * localhost; elsewhere, each tab has its own stream.
 * @param name the same for all tabs that want the same stream.
 * @param tell called with each state.
 * @returns a function that leaves the stream.
 */
export function shareStream<Data>(
  name: string,
  open: Open<Data>,
  tell: (state: LiveState<Data>) => void,
): () => void {
  if (!navigator.locks) return open(tell);
  const key = `footfall:live:${name}`;
  const channel = new BroadcastChannel(key);
  const leaving = new AbortController();
  let last: LiveState<Data> = { status: 'connecting', data: null };
  let leads = false;

  function note(state: LiveState<Data>) {
    // A new connection, or another tab's, keeps the last numbers until its own arrive.
    last = state.status === 'connecting' ? { ...state, data: last.data } : state;
    if (leads) channel.postMessage(last);
    tell(last);
  }

  channel.onmessage = ({ data }: MessageEvent<LiveState<Data> | typeof HELLO>) => {
    if (data !== HELLO) note(data);
    else if (leads) channel.postMessage(last);
  };
  tell(last);
  channel.postMessage(HELLO);

  const lead = () =>
    new Promise<void>((resolve) => {
      leads = true;
      const close = open(note);
      leaving.signal.addEventListener('abort', () => {
        close();
        resolve();
      });
    });
  navigator.locks.request(key, { signal: leaving.signal }, lead).catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  return () => {
    leaving.abort();
    channel.close();
  };
}

/** Opens a subscription that all tabs of this browser share. @returns a function that leaves it. */
export const shareSubscription = <Data>(
  name: string,
  subscription: Subscription,
  tell: (state: LiveState<Data>) => void,
): (() => void) => shareStream<Data>(name, (listen) => keepStream<Data>(subscription, listen), tell);

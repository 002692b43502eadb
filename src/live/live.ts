import { setImmediate as nextTurn } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Database } from '../db/database.ts';
import { AppError } from '../errors.ts';
import type { Log } from '../log.ts';
import { createDetector } from './detector.ts';
import { type Clock, type Member, StreamGroup } from './group.ts';
import { createStreamLimits } from './limits.ts';
import { LiveStream } from './stream.ts';
import { createWindows, type LiveWindows } from './windows.ts';

/** How many selections are read at the same time. The others wait, so that requests are answered first. */
const CONCURRENT = 2;
/** Interval of the pulse in ms: changes by others, permissions, and numbers that change with time. */
export const PULSE_MS = 1_000;

/**
 * How long a stream is open, in ms. Then its client opens it again. Some proxies keep a stream open after the
 * browser has left; without this limit, such streams would take the places of others for ever.
 */
export const LIFE_MS = 3_600_000;

/** The live numbers and streams of an instance. */
export interface Live {
  windows: LiveWindows;
  /** To be called with the websites of committed hits. */
  stored(websiteIds: ReadonlySet<number>): void;
  /**
   * Creates a stream. It has no messages before {@link start}.
   * @param refreshAt when the numbers change without a hit, in Unix ms.
   * @param viewer one name for all streams of a viewer.
   * @throws AppError `too_many_requests`; `unavailable` if the server is stopping.
   */
  open(websiteId: number, refreshAt: (now: number) => number, viewer: string): LiveStream;
  /** Starts to send messages. */
  start(stream: LiveStream, selection: Selection): void;
  /** Number of open streams. */
  readonly length: number;
  /** Number of pulses so far. For tests. */
  readonly pulses: number;
  /** Runs the pulse, which otherwise runs once a second while streams are open. For tests. */
  pulse(): Promise<void>;
  /** Interrupts all streams, and opens no others. */
  close(): void;
}

/** What a stream sends. */
export interface Selection extends Omit<Member, 'stream'> {
  /** Streams of a website with equal keys get equal messages. */
  key: string;
}

export interface LiveOptions {
  db: Pick<Database, 'changes' | 'select' | 'dialect' | 'notices'>;
  log: Log;
  /** The time, Unix milliseconds. */
  now: () => number;
  /** Maximum number of streams of one viewer; 0 for no limit. */
  perViewer: number;
  most?: number;
  clock?: Clock;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  later(fn, ms) {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
};

/** The streams of a website by the keys of their selections. */
type Site = Map<string, StreamGroup>;

/** Creates the live numbers and streams of an instance, for an open database. */
export function createLive({ db, log, now, perViewer, most, clock = systemClock }: LiveOptions): Live {
  const limits = createStreamLimits(perViewer, most);
  const windows = createWindows(db, now);
  const sites = new Map<number, Site>();
  /** When each stream was opened, on the monotonic clock. */
  const streams = new Map<LiveStream, number>();
  const queue = new PQueue({ concurrency: CONCURRENT });
  const detector = createDetector({ db, now, watched: () => sites.keys(), changed });
  let cancelPulse: (() => void) | null = null;
  let pulses = 0;
  let failing = false;
  let closed = false;

  function changed(websiteId: number): void {
    for (const group of sites.get(websiteId)?.values() ?? []) group.wake();
  }

  function leave(stream: LiveStream, key: string): void {
    const site = sites.get(stream.websiteId);
    const group = site?.get(key);
    if (!site || !group?.members.delete(stream) || group.members.size > 0) return;
    group.close();
    site.delete(key);
    if (site.size > 0) return;
    sites.delete(stream.websiteId);
    detector.forget(stream.websiteId);
  }

  /** Ends the streams that have been open for {@link LIFE_MS}. */
  function interruptOld(): void {
    for (const [stream, openedAt] of streams) if (clock.now() - openedAt >= LIFE_MS) stream.interrupt();
  }

  async function pulse(): Promise<void> {
    pulses += 1;
    windows.purge();
    await detector.poll();
    const groups = Array.from(sites.values(), (site) => [...site.values()]).flat();
    // Also without a commit: permissions expire.
    await Promise.all(groups.map((group) => group.readmit()));
    for (const group of groups) group.refresh();
    interruptOld();
  }

  function pulseLater(): void {
    if (cancelPulse || closed || streams.size === 0) return;
    cancelPulse = clock.later(() => {
      void pulse()
        .then(
          () => {
            failing = false;
          },
          (error) => {
            // Logged once: the pulse is every second.
            if (!failing) log.warn({ err: error }, 'The live streams cannot be checked at present');
            failing = true;
          },
        )
        .finally(() => {
          cancelPulse = null;
          pulseLater();
        });
    }, PULSE_MS);
  }

  return {
    windows,
    stored: detector.stored,
    open(websiteId, refreshAt, viewer) {
      if (closed) throw stopping();
      const free = limits.take(viewer);
      const stream = new LiveStream(websiteId, refreshAt, () => {
        free();
        streams.delete(stream);
      });
      streams.set(stream, clock.now());
      detector.listen();
      pulseLater();
      return stream;
    },
    start(stream, { key, ...member }) {
      if (stream.isEnded) return;
      const { websiteId, refreshAt } = stream;
      const site: Site = sites.get(websiteId) ?? new Map();
      sites.set(websiteId, site);
      // SQLite answers in this thread: without turns for other events, hits would wait for all selections.
      const enqueue = <T>(work: () => Promise<T>) => queue.add(() => nextTurn().then(work));
      const group = site.get(key) ?? new StreamGroup({ clock, enqueue, refreshAt, now });
      site.set(key, group);
      stream.onEnd(() => leave(stream, key));
      group.join({ stream, ...member });
    },
    get length() {
      return streams.size;
    },
    get pulses() {
      return pulses;
    },
    pulse,
    close() {
      closed = true;
      cancelPulse?.();
      for (const stream of [...streams.keys()]) stream.interrupt();
    },
  };
}

const stopping = () =>
  new AppError('unavailable', 'The server is stopping. Try again later.', { retryAfter: 1 });

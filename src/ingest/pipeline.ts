import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { createUserAgentParser } from './device/userAgent.ts';
import { createDirectory } from './directory.ts';
import { openPlaces } from './geo/place.ts';
import type { Arrival, Drop, Outcome } from './hit.ts';
import { createWriter } from './queue/writer.ts';
import { type HitRequest, prepareHit, type Ready, storeHit } from './receive.ts';
import { createRecorder, MAX_BATCH, type Recorder } from './recorder/recorder.ts';
import { startRecorderThread } from './recorder/threads.ts';

/**
 * The way of a hit from the request to the commit:
 *
 * 1. receive.ts reads the payload and the address of the page (request/), and finds the website
 *    (directory.ts).
 * 2. drop.ts decides whether the hit is dropped. A drop goes the same way, because it is counted.
 * 3. writer.ts queues the hit and forms batches. The request waits there until its batch is committed.
 * 4. recorder.ts, in a worker thread of its own (thread.ts), determines the visitor, place, browser and
 *    device of each hit of the batch (visitor.ts, salts.ts, geo/, device/).
 * 5. store/commit.ts stores the batch in one transaction: visits, hits, the totals of days, and drops.
 */
export interface Pipeline {
  /** Reads a hit. See {@link prepareHit}. */
  prepare(request: HitRequest): Promise<Ready>;
  /**
   * Stores a hit; resolves when it is committed, or counted as dropped. See {@link storeHit}. A step of its
   * own, so that a hit that waits for its commit keeps nothing of the request.
   */
  store(hit: Ready): Promise<Outcome>;
  /** Must be called after a change of a website. The next hit then meets its new settings. */
  websiteChanged(): void;
  /** Number of hits that are queued or being stored. */
  readonly length: number;
  /** Runs the recorder's job of every minute ({@link Recorder.refresh}). */
  refresh: Recorder['refresh'];
  /** Stores the queued hits, and stops the recorder. No hit may be received afterwards. */
  close(): Promise<void>;
}

/**
 * Number of hits that the writer sends to a recorder thread before it waits: two of its largest batches. A
 * thread with queued batches does not wait for this one. It stores all of its batches together.
 */
const MAX_IN_FLIGHT = 2 * MAX_BATCH;

/** What the pipeline needs of a server. */
export interface PipelineDeps {
  config: Config;
  db: Database;
  log: Log;
  /** The time, Unix milliseconds. */
  now: () => number;
  /** Returns that many cryptographically secure random bytes. */
  random: (bytes: number) => Uint8Array;
}

export interface PipelineOptions {
  /**
   * True records hits in a worker thread, which has the machine's clock and randomness and requires dist/;
   * false records them in this thread.
   */
  threads: boolean;
  /** Called after a commit with the websites of its hits. */
  stored?: (websiteIds: ReadonlySet<number>) => void;
}

/**
 * Creates the pipeline.
 * @throws the error with which the thread failed to start.
 */
export async function createPipeline(
  deps: PipelineDeps,
  { threads, stored = () => undefined }: PipelineOptions,
): Promise<Pipeline> {
  const { db, log, now } = deps;
  const directory = createDirectory(deps);
  // Reads the machines of a cluster before the first hit.
  db.placeOf(0);
  const recorder = threads ? await recorderThread(deps) : localRecorder(deps);
  const writer = createWriter({
    log,
    async commit(items: (Arrival | Drop)[], channel) {
      // The transaction of the thread is one write among those of this process.
      const outcomes = await (threads
        ? db.enqueueWrite(() => recorder.record(items, channel), channel)
        : recorder.record(items));
      const websites = new Set<number>();
      for (const [index, outcome] of outcomes.entries())
        if (outcome === null) websites.add((items[index] as Arrival).websiteId);
      if (websites.size > 0) stored(websites);
      return outcomes;
    },
    // Without the thread, all hits are stored through the connection for other writes.
    ...(threads && { placeOf: db.placeOf, channels: db.channels, maxInFlight: MAX_IN_FLIGHT }),
  });
  const steps = { directory, writer, now };
  return {
    prepare: (request) => prepareHit(request, steps),
    store: (hit) => storeHit(hit, writer),
    websiteChanged: () => directory.changed(),
    get length() {
      return writer.length;
    },
    refresh: (time) => recorder.refresh(time),
    async close() {
      await writer.drain();
      await recorder.close();
    },
  };
}

function recorderThread({ config, log }: PipelineDeps): Promise<Recorder> {
  const { databaseUrl, geoDatabase, dailyHitLimit: dailyHits } = config;
  return startRecorderThread({ databaseUrl, geoDatabase, dailyHits }, log);
}

function localRecorder({ config, db, log, now, random }: PipelineDeps): Recorder {
  return createRecorder({
    write: db.write,
    now,
    random,
    parseUserAgent: createUserAgentParser(),
    places: openPlaces({ database: config.geoDatabase, log }),
    dailyHits: config.dailyHitLimit,
  });
}

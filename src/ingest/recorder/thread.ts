/**
 * The program of the recorder thread (threads.ts). It has its own connection, salts, User-Agent parser and
 * geolocation database.
 */
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Channel } from '../../db/database.ts';
import { openRecording } from '../../db/open.ts';
import { type Service, serveThread, type ThreadLog } from '../../threads/serve.ts';
import { createUserAgentParser, warmUp } from '../device/userAgent.ts';
import { openPlaces } from '../geo/place.ts';
import type { Arrival, Attempted, Drop } from '../hit.ts';
import { createRecorder, MAX_BATCH, type Recorder } from './recorder.ts';
import type { RecorderQuestion, ThreadData } from './threads.ts';

/** A batch that waits for its transaction. */
interface Waiting {
  items: readonly (Arrival | Drop)[];
  resolve: (outcomes: Attempted[]) => void;
  reject: (error: unknown) => void;
}

/**
 * Removes the batches at the head of the queue and returns them. It stops once they have `MAX_BATCH` items.
 */
function nextBatches(queue: Waiting[]): Waiting[] {
  let count = 0;
  let items = 0;
  while (count < queue.length && items < MAX_BATCH) {
    items += queue[count]?.items.length ?? 0;
    count += 1;
  }
  return queue.splice(0, count);
}

/** Records batches in one transaction: the more hits share it, the lower the cost per hit. */
async function recordTogether(recorder: Recorder, batches: Waiting[], channel: Channel): Promise<void> {
  try {
    const outcomes = await recorder.record(
      batches.flatMap(({ items }) => items),
      channel,
    );
    let start = 0;
    for (const { items, resolve } of batches) {
      resolve(outcomes.slice(start, start + items.length));
      start += items.length;
    }
  } catch (error) {
    for (const { reject } of batches) reject(error);
  }
}

async function openRecorder(
  { databaseUrl, geoDatabase, dailyHits }: ThreadData,
  log: ThreadLog,
): Promise<Service<RecorderQuestion, Attempted[]>> {
  const connection = await openRecording(databaseUrl, {
    onDistributed: () => log.info({}, 'The database is now distributed by Citus: the recorder reconnects'),
  });
  const recorder = createRecorder({
    write: connection.transaction,
    now: Date.now,
    random: randomBytes,
    parseUserAgent: createUserAgentParser(),
    places: openPlaces({
      database: geoDatabase,
      log: { info: (message) => log.info({}, message), warn: (message) => log.warn({}, message) },
    }),
    dailyHits,
  });
  /** The batches of each channel. */
  const queues = new Map<string, Waiting[]>();
  const running = new Map<string, Promise<void>>();
  let warm = false;

  async function run(key: string, queue: Waiting[], channel: Channel): Promise<void> {
    for (;;) {
      // Lets the event loop deliver the messages that arrived meanwhile.
      await setImmediate();
      const batches = nextBatches(queue);
      if (batches.length === 0) break;
      await recordTogether(recorder, batches, channel);
    }
    running.delete(key);
  }

  function record(items: Waiting['items'], channel: Channel): Promise<Attempted[]> {
    const key = `${channel.number} ${channel.node?.url ?? ''}`;
    const queue = queues.get(key) ?? [];
    queues.set(key, queue);
    return new Promise((resolve, reject) => {
      queue.push({ items, resolve, reject });
      if (!running.has(key)) running.set(key, run(key, queue, channel));
    });
  }

  /**
   * Warms up the User-Agent parser, once. The server sends the first `refresh` when it listens, so the
   * warm-up does not delay the start. It delays only the hits that arrive meanwhile.
   */
  function warmOnce(): void {
    if (warm) return;
    warm = true;
    setImmediate().then(warmUp);
  }

  return {
    async answer(question) {
      if (question.kind === 'record') return record(question.items, question.channel);
      await recorder.refresh(question.now);
      warmOnce();
      return [];
    },
    async close() {
      await Promise.all(running.values());
      await recorder.close();
      await connection.close();
    },
  };
}

await serveThread(openRecorder);

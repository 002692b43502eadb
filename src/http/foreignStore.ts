import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors.ts';
import type { Pipeline } from '../ingest/pipeline.ts';
import type { HitRequest, Ready } from '../ingest/receive.ts';
import type { HitResult, TranslatedHit } from '../transfer/trackers/tracker.ts';
import { limitKey } from '../validation/address.ts';
import type { Limit } from './limit.ts';
import type { Measures } from './measure.ts';

/** Maximum number of hits of one request. */
const MAX_HITS = 500;

export interface ForeignStoreOptions {
  pipeline: Pick<Pipeline, 'prepare' | 'store'>;
  /** Counts each hit, also those of a batch. */
  limit: Limit;
  /** Returns the client's address, according to TRUST_PROXY. */
  address: (request: IncomingMessage) => string;
  measures: Pick<Measures, 'answered' | 'refused'>;
  /** Null if metrics are off. */
  measureHit: Measures['hit'] | null;
  toError: (error: unknown) => AppError;
}

interface Stored {
  /** In the order of the hits. */
  results: HitResult[];
  /** The names of fields that were left out or cut, for the header; undefined for none. */
  ignored: string | undefined;
}

/** Stores hits of the trackers of other products. */
export interface ForeignStore {
  /**
   * Counts a request for the rate limit, also one without hits: its body may be long.
   * @throws AppError `too_many_requests` above the limit.
   */
  admit(request: IncomingMessage): Promise<void>;
  /**
   * Stores the hits of one request, and resolves after their commit. The first one was counted for the rate
   * limit with the request. Above the limit, the hits before it are stored.
   * @throws AppError 413 for too many hits, of which none is stored.
   */
  store(request: IncomingMessage, hits: readonly TranslatedHit[]): Promise<Stored>;
}

export function createForeignStore(options: ForeignStoreOptions): ForeignStore {
  const { pipeline, limit, address, measureHit, toError } = options;

  async function admit(request: IncomingMessage): Promise<void> {
    await limit(limitKey(address(request)));
  }

  async function prepare(request: IncomingMessage, client: string, hit: TranslatedHit): Promise<Ready> {
    const { fields, websites, repeats = false, isBot, ignored = [] } = hit;
    const foreign = { websites, repeats, isBot, ignored };
    const headers = headersOf(request, hit);
    // The script decides itself whether it honours Do Not Track, as Footfall's own does.
    const body = { dnt: false, ...fields };
    // Copied, because short texts that V8 cuts out of a long body keep all of it.
    return structuredClone(await pipeline.prepare({ body, headers, address: client, foreign }));
  }

  async function store(request: IncomingMessage, hits: readonly TranslatedHit[]): Promise<Stored> {
    if (hits.length > MAX_HITS)
      throw new AppError(
        'payload_too_large',
        `A batch must have at most ${MAX_HITS} hits; got ${hits.length}.`,
      );
    const started = performance.now();
    const client = address(request);
    const key = limitKey(client);
    const stored: Promise<HitResult>[] = [];
    const ignored: string[] = [];
    let overLimit: AppError | undefined;
    for (const [index, hit] of hits.entries()) {
      try {
        if (overLimit) throw overLimit;
        if (index > 0) await limit(key);
        const ready = await prepare(request, client, hit);
        if (ready.ignored) ignored.push(ready.ignored);
        stored.push(
          pipeline.store(ready).then(
            (outcome) => ({ outcome, error: null }),
            (error) => ({ outcome: null, error: toError(error) }),
          ),
        );
      } catch (thrown) {
        const error = toError(thrown);
        if (error.kind === 'too_many_requests') overLimit = error;
        stored.push(Promise.resolve({ outcome: null, error }));
      }
    }
    const results = await Promise.all(stored);
    const seconds = (performance.now() - started) / 1000;
    for (const { error, outcome } of results) measureHit?.(error ? 'refused' : outcome, seconds);
    return { results, ignored: namesOf(ignored) };
  }

  return { admit, store };
}

/** Each name once. A batch may ignore the same fields in all of its hits. */
function namesOf(lists: readonly string[]): string | undefined {
  const names = new Set(lists.flatMap((list) => list.split(', ')));
  return names.size > 0 ? [...names].slice(0, 20).join(', ') : undefined;
}

/** The headers of the visitor's browser. What a server sends about itself is not about the visitor. */
function headersOf({ headers }: IncomingMessage, { userAgent }: TranslatedHit): HitRequest['headers'] {
  if (userAgent === undefined || userAgent === headers['user-agent']) return headers as HitRequest['headers'];
  return { 'user-agent': userAgent };
}

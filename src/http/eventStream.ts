import { Readable } from 'node:stream';

/** The times of an event stream in ms. */
export interface StreamTimes {
  /** Interval of comments that keep proxies from closing an idle connection. */
  pingMs: number;
  /** A client that has not read everything for this long is cut off, at the next ping. */
  stallMs: number;
}

const TIMES: StreamTimes = { pingMs: 12_000, stallMs: 30_000 };

/** Maximum size of everything that was written to clients and that they have not read yet, in bytes. */
const MAX_UNREAD = 64 * 1024 * 1024;

/** Media type of event streams. */
export const EVENTS = 'text/event-stream';

/**
 * Headers of event streams. A proxy must not compress them (`no-transform`) or collect them in a buffer, as
 * it would withhold messages.
 */
export const STREAM_HEADERS = {
  'Content-Type': EVENTS,
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
} as const;

/** A comment of an event stream, which clients ignore. */
const PING = ':\n\n';
const COMPLETE = 'event: complete\ndata:\n\n';

/** Returns the event of a message, in bytes: many streams can send the same. @param json without newlines. */
export const nextEvent = (json: string): Buffer => Buffer.from(`event: next\ndata: ${json}\n\n`);

/** Bytes that were written and not read yet, over all streams of the process. */
let unread = 0;

/**
 * Server-sent events in the form of the GraphQL over SSE protocol (distinct connections): an event `next` for
 * each message, and `complete` at the end. It begins with a comment, so that clients get the headers at once.
 * An interrupted stream ends without `complete`: clients take that for a lost connection, and connect again.
 *
 * It takes the next message when there is room for it. A client that stops reading is cut off.
 */
export class EventStream extends Readable {
  readonly #messages: AsyncIterator<Buffer, 'interrupted' | undefined>;
  readonly #pending: () => number;
  readonly #ping: NodeJS.Timeout;
  #isTaking = false;
  /** The part of `unread` that belongs to this stream. */
  #held = 0;
  /** Since when there are bytes that the client has not read; null if it has read all. */
  #unreadSince: number | null = null;

  /**
   * @param messages the events of the messages ({@link nextEvent}); returns `interrupted` if they do not end
   *   for good.
   * @param pending returns the number of bytes that were piped on and not sent yet.
   */
  constructor(
    messages: AsyncIterator<Buffer, 'interrupted' | undefined>,
    pending: () => number,
    { pingMs, stallMs }: StreamTimes = TIMES,
  ) {
    super({ highWaterMark: 1 });
    this.#messages = messages;
    this.#pending = pending;
    this.#ping = setInterval(() => {
      this.#settle();
      if (this.#held === 0) this.#write(PING);
      else if (performance.now() - (this.#unreadSince ?? 0) >= stallMs) this.destroy();
    }, pingMs);
    this.#write(PING);
  }

  override _read(): void {
    this.#settle();
    if (!this.#isTaking) void this.#take();
  }

  async #take(): Promise<void> {
    this.#isTaking = true;
    try {
      const { done, value } = await this.#messages.next();
      this.#isTaking = false;
      if (this.destroyed) return;
      if (!done) this.#write(value);
      else if (value !== 'interrupted') this.#write(COMPLETE);
      if (done && !this.destroyed) this.push(null);
    } catch (error) {
      this.destroy(error as Error);
    }
  }

  #write(event: string | Buffer): void {
    this.#settle();
    const size = Buffer.byteLength(event);
    // Clients that read are never cut off because of those that do not.
    if (this.#held > 0 && unread + size > MAX_UNREAD) {
      this.destroy();
      return;
    }
    this.#held += size;
    unread += size;
    this.#unreadSince ??= performance.now();
    this.push(event);
  }

  /** Measures how much the client has not read. */
  #settle(): void {
    unread -= this.#held;
    this.#held = this.readableLength + this.#pending();
    unread += this.#held;
    if (this.#held === 0) this.#unreadSince = null;
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    clearInterval(this.#ping);
    unread -= this.#held;
    this.#held = 0;
    void this.#messages.return?.();
    callback(error);
  }
}

import { hash } from 'node:crypto';

/** A message of a stream: the JSON of a GraphQL result. */
export interface Message {
  text: string;
  /** Equal for equal texts. Streams keep it instead of a long text. */
  tag: string;
}

/**
 * The last message of a stream that its client should open again. It is not sent: the response ends without
 * the event `complete` (http/eventStream.ts).
 */
export const AGAIN: Message = { text: '', tag: 'again' };

/** A hash is shorter than this. */
const SHORT = 100;

export function messageOf(text: string): Message {
  return { text, tag: text.length < SHORT ? text : hash('sha256', text, 'base64') };
}

/**
 * The messages of a subscription. It keeps at most one message that was not taken yet: a newer one replaces
 * it, so that a slow client gets fewer messages, and costs no more memory.
 */
export class LiveStream implements AsyncIterableIterator<Message> {
  readonly websiteId: number;
  /** When the numbers change without a hit, in Unix ms. */
  readonly refreshAt: (now: number) => number;
  /** The tag of the latest message that was delivered; null before the first one. */
  #latest: string | null = null;
  #waiting: Message | null = null;
  #take: ((result: IteratorResult<Message>) => void) | null = null;
  #ended = false;
  readonly #ending: (() => void)[] = [];

  /** @param ended called once, when the stream has ended or its client has closed it. */
  constructor(websiteId: number, refreshAt: (now: number) => number, ended: () => void) {
    this.websiteId = websiteId;
    this.refreshAt = refreshAt;
    this.#ending.push(ended);
  }

  /** Calls `ended`, too, when the stream has ended. */
  onEnd(ended: () => void): void {
    this.#ending.push(ended);
  }

  get isEnded(): boolean {
    return this.#ended;
  }

  /** Delivers a message, unless it equals the one before. */
  deliver(message: Message): void {
    if (this.#ended || message.tag === this.#latest) return;
    this.#latest = message.tag;
    this.#send(message);
  }

  /**
   * Ends the stream after the messages that were delivered.
   * @param last the last message, if any.
   */
  end(last?: Message): void {
    if (this.#ended) return;
    if (last !== undefined) this.#send(last);
    this.#close();
  }

  /** Ends the stream so that its client opens it again. */
  interrupt(): void {
    this.end(AGAIN);
  }

  #send(message: Message): void {
    if (this.#take) {
      this.#take({ done: false, value: message });
      this.#take = null;
    } else this.#waiting = message;
  }

  #close(): void {
    this.#ended = true;
    this.#take?.({ done: true, value: undefined });
    this.#take = null;
    for (const ended of this.#ending) ended();
  }

  next(): Promise<IteratorResult<Message>> {
    const value = this.#waiting;
    this.#waiting = null;
    if (value) return Promise.resolve({ done: false, value });
    if (this.#ended) return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#take = resolve;
    });
  }

  /** The client has closed the stream. */
  async return(): Promise<IteratorResult<Message>> {
    this.#waiting = null;
    if (!this.#ended) this.#close();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

import { hash } from 'node:crypto';

/** A message of a stream: the JSON of a GraphQL result. */
export interface Message {
  text: string;
  /** Equal for equal texts. Streams keep it instead of a long text. */
  tag: string;
}

/** How a stream ends that its client should open again. */
export type StreamEnd = 'interrupted';

type Result = IteratorResult<Message, StreamEnd | undefined>;

/** A hash is shorter than this. */
const SHORT = 100;

export function messageOf(text: string): Message {
  return { text, tag: text.length < SHORT ? text : hash('sha256', text, 'base64') };
}

/**
 * The messages of a subscription. It keeps at most one message that was not taken yet: a newer one replaces
 * it, so that a slow client gets fewer messages, and costs no more memory.
 */
export class LiveStream implements AsyncIterableIterator<Message, StreamEnd | undefined> {
  readonly websiteId: number;
  /** When the numbers change without a hit, in Unix ms. */
  readonly refreshAt: (now: number) => number;
  /** The tag of the latest message that was delivered; null before the first one. */
  #latest: string | null = null;
  #waiting: Message | null = null;
  #take: ((result: Result) => void) | null = null;
  #ended = false;
  #end: StreamEnd | undefined;
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
   * Ends the stream for good, after the messages that were delivered.
   * @param last the last message, if any.
   */
  end(last?: Message): void {
    if (this.#ended) return;
    if (last !== undefined) this.#send(last);
    this.#close();
  }

  /** Ends the stream so that its client opens it again. @param last the last message, if any. */
  interrupt(last?: Message): void {
    if (this.#ended) return;
    this.#end = 'interrupted';
    this.end(last);
  }

  #send(message: Message): void {
    if (this.#take) {
      this.#take({ done: false, value: message });
      this.#take = null;
    } else this.#waiting = message;
  }

  #close(): void {
    this.#ended = true;
    this.#take?.({ done: true, value: this.#end });
    this.#take = null;
    for (const ended of this.#ending) ended();
  }

  next(): Promise<Result> {
    const value = this.#waiting;
    this.#waiting = null;
    if (value) return Promise.resolve({ done: false, value });
    if (this.#ended) return Promise.resolve({ done: true, value: this.#end });
    return new Promise((resolve) => {
      this.#take = resolve;
    });
  }

  /** The client has closed the stream. */
  async return(): Promise<Result> {
    this.#waiting = null;
    if (!this.#ended) this.#close();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

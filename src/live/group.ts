import { AppError } from '../errors.ts';
import type { LiveStream, Message } from './stream.ts';

/** Minimum interval between two messages of a stream, in ms. */
export const INTERVAL_MS = 1_000;
/** A longer message is not kept for streams that join, in characters. */
const MAX_KEPT = 32_768;
/** For how long numbers that cannot be read are tried again before the streams end, in ms. */
const MAX_FAILING_MS = 10_000;

/** The longest pause after numbers that took long to read, in ms. */
const MAX_PAUSE_MS = 60_000;

/** The numbers of a selection, or why there are none. */
export type Answer =
  | { kind: 'message'; message: Message }
  /** Reading failed, but may succeed later. */
  | { kind: 'temporary'; message: Message }
  /** Reading fails each time: the arguments are wrong, for example. */
  | { kind: 'final'; message: Message }
  /** The viewer's budget is spent. */
  | { kind: 'later' };

/** What a group needs to know of one of its streams. */
export interface Member {
  stream: LiveStream;
  /**
   * Checks that the viewer may still read the website.
   * @returns the rows on which the numbers depend besides the hits: other ones after a change.
   * @throws AppError with which the stream ends.
   */
  admit(): Promise<readonly unknown[]>;
  /** Reads the numbers, at the expense of the viewer. Does not throw. */
  answer(): Promise<Answer>;
  /** Converts an error to the last message of a stream. */
  failure(error: unknown): Message;
}

/** A monotonic clock and timers, which tests replace. */
export interface Clock {
  /** Milliseconds. */
  now(): number;
  /** Calls `fn` after `ms`; returns a function that cancels it. */
  later(fn: () => void, ms: number): () => void;
}

export interface GroupOptions {
  clock: Clock;
  /** Runs work while few others do; the rest waits. */
  enqueue: <T>(work: () => Promise<T>) => Promise<T>;
  /** When the numbers change without a hit, in Unix ms. */
  refreshAt: (now: number) => number;
  /** The time, Unix milliseconds. */
  now: () => number;
}

/**
 * The streams of one website whose viewers see the same numbers of the same selection. The numbers are read
 * once for all of them.
 */
export class StreamGroup {
  readonly members = new Map<LiveStream, Member>();
  readonly #options: GroupOptions;
  #isDirty = false;
  #running = false;
  #cancel: (() => void) | null = null;
  #notBefore = Number.NEGATIVE_INFINITY;
  #refreshAt = Number.POSITIVE_INFINITY;
  /** The latest message, for streams that join; null if it is no longer right. */
  #current: Message | null = null;
  #failingSince: number | null = null;
  #basis: readonly unknown[] | null = null;
  #admittedAt = Number.NEGATIVE_INFINITY;

  constructor(options: GroupOptions) {
    this.#options = options;
  }

  /** Adds a stream. It gets its first message at once, if the numbers are known or were not just read. */
  join(member: Member): void {
    this.members.set(member.stream, member);
    if (this.#current && !this.#isDirty) member.stream.deliver(this.#current);
    else this.wake();
  }

  /** To be called when the numbers may have changed. */
  wake(): void {
    this.#isDirty = true;
    if (this.#running || this.#cancel || this.members.size === 0) return;
    const { clock } = this.#options;
    const wait = Math.max(0, this.#notBefore - clock.now());
    this.#cancel = clock.later(() => {
      this.#cancel = null;
      void this.#run();
    }, wait);
  }

  /** Wakes the group if its numbers change with time. */
  refresh(): void {
    if (this.#options.now() >= this.#refreshAt) this.wake();
  }

  /** As {@link admit}, unless a message has done so within the last second. */
  async readmit(): Promise<void> {
    if (this.#options.clock.now() - this.#admittedAt >= INTERVAL_MS) await this.admit();
  }

  /** Ends the streams whose viewers may no longer read the website. */
  async admit(): Promise<void> {
    this.#admittedAt = this.#options.clock.now();
    await Promise.all(
      Array.from(this.members.values(), async ({ stream, admit, failure }) => {
        try {
          const basis = await admit();
          if (basis.some((row, index) => row !== this.#basis?.[index])) {
            if (this.#basis) this.wake();
            this.#basis = basis;
          }
        } catch (error) {
          // Another error is one of the database, which says nothing about permissions.
          if (error instanceof AppError && isRefusal(error)) stream.end(failure(error));
          else throw error;
        }
      }),
    );
  }

  async #run(): Promise<void> {
    const { clock, enqueue } = this.#options;
    this.#running = true;
    const started = clock.now();
    const answer = await enqueue(() => this.#read());
    // A slow selection is read at most half of the time. A clock that leapt, as that of a machine that was
    // suspended, says nothing about the selection.
    const took = Math.min(clock.now() - started, MAX_PAUSE_MS);
    this.#notBefore = Math.max(started + INTERVAL_MS, clock.now() + took);
    this.#running = false;
    this.#handle(answer);
    if (this.#isDirty) this.wake();
  }

  async #read(): Promise<Answer> {
    this.#isDirty = false;
    const { now, refreshAt } = this.#options;
    this.#refreshAt = refreshAt(now());
    try {
      await this.admit();
    } catch (error) {
      const [first] = this.members.values();
      return first ? { kind: 'temporary', message: first.failure(error) } : { kind: 'later' };
    }
    for (const member of this.members.values()) {
      const answer = await member.answer();
      if (answer.kind !== 'later') return answer;
    }
    return { kind: 'later' };
  }

  #handle(answer: Answer): void {
    if (answer.kind === 'later') {
      this.#isDirty = true;
      return;
    }
    const { message, kind } = answer;
    if (kind === 'message') {
      this.#failingSince = null;
      this.#current = message.text.length <= MAX_KEPT ? message : null;
      for (const stream of this.members.keys()) stream.deliver(message);
      return;
    }
    this.#current = null;
    const now = this.#options.clock.now();
    this.#failingSince ??= now;
    if (kind === 'temporary' && now - this.#failingSince < MAX_FAILING_MS) {
      this.#isDirty = true;
      return;
    }
    for (const stream of [...this.members.keys()])
      if (kind === 'temporary') stream.interrupt(message);
      else stream.end(message);
  }

  /** Cancels the next read of the numbers. */
  close(): void {
    this.#cancel?.();
    this.#cancel = null;
  }
}

const REFUSALS = ['unauthenticated', 'forbidden', 'not_found'];

const isRefusal = ({ kind }: AppError) => REFUSALS.includes(kind);

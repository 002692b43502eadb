import { AppError } from '../errors.ts';
import { limitKey } from '../validation/address.ts';
import { type Counter, createCounter, type Taken } from './counter.ts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Limits of wrong passwords (docs/decisions/026). A lock is an account or a statistics page with a password.
 */
export const ATTEMPTS = {
  /** In 15 minutes, for one lock from one address or one known device. */
  pair: 10,
  /** In 15 minutes, from one address for all locks. */
  address: 50,
  /** In an hour, for one lock from unknown devices. Beyond it, each address has one attempt in 15 minutes. */
  slowFrom: 100,
  /** In an hour, for one lock from unknown devices. Beyond it, all of them are refused. */
  lock: 1_000,
} as const;

/** Limits of wrong attempts at one lock. {@link ATTEMPTS} explains them. */
export type AttemptLimits = Readonly<Record<'pair' | 'slowFrom' | 'lock', number>>;

/** Too many wrong passwords, or too many other limited actions. */
export class TooManyAttempts extends AppError {
  /** Whether it is the first refusal of the window. Only that one is recorded. */
  readonly first: boolean;

  constructor(why: string, { retryMs, first }: Extract<Taken, { ok: false }>) {
    const retryAfter = Math.max(1, Math.ceil(retryMs / 1_000));
    const minutes = Math.ceil(retryAfter / 60);
    const when = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    super('too_many_requests', `${why} Try again in ${when}.`, { retryAfter });
    this.first = first;
  }
}

/** The client that makes an attempt. */
export interface Guesser {
  address: string;
  /** Id of a device that has opened this lock before (devices.ts); null for an unknown device. */
  device: string | null;
}

/** Limits the attempts at passwords, in the memory of this process. */
export interface Attempts {
  /**
   * Runs a check of a password or a code as one attempt. A correct one does not count, nor does a check that
   * throws.
   * @param lock the lock that it opens, such as `account` and an email address.
   * @param options.limits by default those of passwords.
   * @param options.refusal the first sentence of the error message beyond a limit.
   * @returns the result of the check; null for a wrong password or code.
   * @throws TooManyAttempts before the check runs.
   */
  guess<T>(
    lock: string,
    guesser: Guesser,
    check: () => Promise<T | null>,
    options?: { limits?: AttemptLimits; refusal?: string },
  ): Promise<T | null>;
  /**
   * Counts another limited action, such as sending an email, whether it succeeds or not.
   * @param what the action and its subject.
   * @param most the limit in 15 minutes; ten by default.
   * @throws TooManyAttempts
   */
  spend(what: string, most?: number): Promise<void>;
}

/** @param now the time, Unix milliseconds. */
export function createAttempts(now: () => number): Attempts {
  const counter = () => createCounter(WINDOW_MS, now);
  const [devices, pairs, addresses, spent] = [counter(), counter(), counter(), counter()];
  const locks = createCounter(HOUR_MS, now);

  /**
   * Returns the counters of an attempt, each with its key and limit, in the order in which they are checked.
   */
  function limitsOf(
    lock: string,
    { address, device }: Guesser,
    limits: AttemptLimits,
  ): [Counter, string, number][] {
    // A known device has its own limit, which other clients cannot use up.
    if (device !== null) return [[devices, `${device} ${lock}`, limits.pair]];
    const from = limitKey(address);
    const slow = locks.count(lock) >= limits.slowFrom;
    return [
      [addresses, from, ATTEMPTS.address],
      [pairs, `${from} ${lock}`, slow ? 1 : limits.pair],
      [locks, lock, limits.lock],
    ];
  }

  return {
    async guess(lock, guesser, check, { limits = ATTEMPTS, refusal = 'Too many wrong passwords.' } = {}) {
      const taken: [Counter, string][] = [];
      const giveBack = () => {
        for (const [counter, key] of taken) counter.giveBack(key);
      };
      for (const [counter, key, most] of limitsOf(lock, guesser, limits)) {
        const result = counter.take(key, most);
        if (!result.ok) {
          giveBack();
          throw new TooManyAttempts(refusal, result);
        }
        taken.push([counter, key]);
      }
      const right = await check().catch((error: unknown) => {
        giveBack();
        throw error;
      });
      if (right !== null) giveBack();
      return right;
    },
    async spend(what, most = ATTEMPTS.pair) {
      const result = spent.take(what, most);
      if (!result.ok) throw new TooManyAttempts('Too many attempts.', result);
    },
  };
}

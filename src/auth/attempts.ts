import { AppError } from '../errors.ts';
import { limitKey } from '../validation/address.ts';
import { type Counter, createCounter, type Taken } from './counter.ts';

const MINUTE_MS = 60_000;
const WINDOW_MS = 15 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How many wrong passwords are looked at (docs/decisions/026). */
export const ATTEMPTS = {
  /** In a quarter of an hour, for one lock from one address, or from one known device. */
  pair: 10,
  /** In a quarter of an hour, from one address for any lock. */
  address: 50,
  /** In an hour, for one lock from unknown devices: past it each address has one attempt. */
  slowFrom: 100,
  /** In an hour, for one lock from unknown devices. */
  lock: 1_000,
} as const;

/** Too many wrong passwords, or too much else that costs. */
export class TooManyAttempts extends AppError {
  /** Whether it is the first refusal of the window: what is to be reported. */
  readonly first: boolean;

  constructor(why: string, { retryMs, first }: Extract<Taken, { ok: false }>) {
    const retryAfter = Math.max(1, Math.ceil(retryMs / 1_000));
    const minutes = Math.ceil(retryAfter / 60);
    const when = minutes === 1 ? 'a minute' : `${minutes} minutes`;
    super('too_many_requests', `${why} Try again in ${when}.`, { retryAfter });
    this.first = first;
  }
}

/** Who guesses. */
export interface Guesser {
  address: string;
  /** Id of a device that has opened this lock before (devices.ts); null for any other. */
  device: string | null;
}

/** Bounds how often passwords can be guessed, in this process. */
export interface Attempts {
  /**
   * Runs a check of a password, as one attempt; one that is right, or that fails by itself, costs nothing.
   * @param lock what the password opens, such as `account` and an email address.
   * @returns what the check says; null for a wrong password.
   * @throws TooManyAttempts before the check is made.
   */
  guess<T>(lock: string, guesser: Guesser, check: () => Promise<T | null>): Promise<T | null>;
  /**
   * Counts something that costs, right or wrong, such as a mail: ten in a quarter of an hour.
   * @param what of whom.
   * @throws TooManyAttempts
   */
  spend(what: string): Promise<void>;
}

/** @param now the time, Unix milliseconds. */
export function createAttempts(now: () => number): Attempts {
  const counter = () => createCounter(WINDOW_MS, now);
  const [devices, pairs, addresses, spent] = [counter(), counter(), counter(), counter()];
  const locks = createCounter(HOUR_MS, now);

  /** What an attempt counts for, in the order in which it is refused. */
  function limitsOf(lock: string, { address, device }: Guesser): [Counter, string, number][] {
    // Whatever others do, a known device has its own attempts.
    if (device !== null) return [[devices, `${device} ${lock}`, ATTEMPTS.pair]];
    const from = limitKey(address);
    const slow = locks.count(lock) >= ATTEMPTS.slowFrom;
    return [
      [addresses, from, ATTEMPTS.address],
      [pairs, `${from} ${lock}`, slow ? 1 : ATTEMPTS.pair],
      [locks, lock, ATTEMPTS.lock],
    ];
  }

  return {
    async guess(lock, guesser, check) {
      const taken: [Counter, string][] = [];
      const giveBack = () => {
        for (const [counter, key] of taken) counter.giveBack(key);
      };
      for (const [counter, key, most] of limitsOf(lock, guesser)) {
        const result = counter.take(key, most);
        if (!result.ok) {
          giveBack();
          throw new TooManyAttempts('Too many wrong passwords.', result);
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
    async spend(what) {
      const result = spent.take(what, ATTEMPTS.pair);
      if (!result.ok) throw new TooManyAttempts('That was often enough for now.', result);
    },
  };
}

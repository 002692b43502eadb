import type { HashingOptions } from '../../src/auth/hashing.ts';
import { eventually } from './site.ts';

type Argon2 = NonNullable<HashingOptions['argon2']>;

function newGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
}

/**
 * A test double for the argon2 functions: each call waits until the gate is open.
 * @param real the real functions. Without it, every password is right and hashes to `hash`.
 */
export function gatedArgon2(real?: Argon2) {
  let gate = newGate();
  let running = 0;
  const calls = { hash: 0, verify: 0 };
  const state = { most: 0 };
  async function through<T>(name: keyof typeof calls, work: () => T | Promise<T>): Promise<T> {
    calls[name] += 1;
    running += 1;
    state.most = Math.max(state.most, running);
    await gate.opened;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  }
  return {
    calls,
    /** The largest number of concurrent calls so far. */
    get most() {
      return state.most;
    },
    hash: (password: string) => through('hash', () => real?.hash(password) ?? 'hash'),
    verify: (hash: string, password: string) => through('verify', () => real?.verify(hash, password) ?? true),
    open: () => gate.open(),
    close: () => {
      gate = newGate();
    },
    /** Waits until at least `count` calls are in progress. */
    started: (count: number) => eventually('hashing to begin', () => running >= count),
  };
}

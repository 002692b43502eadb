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
 * Stands for the library's functions: each call waits until the gate is open.
 * @param real what does the work; without it every password is right, and hashes to `hash`.
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
    /** How many ran at a time, at most. */
    get most() {
      return state.most;
    },
    hash: (password: string) => through('hash', () => real?.hash(password) ?? 'hash'),
    verify: (hash: string, password: string) => through('verify', () => real?.verify(hash, password) ?? true),
    open: () => gate.open(),
    close: () => {
      gate = newGate();
    },
    /** Waits until so many run. */
    started: (count: number) => eventually('hashing to begin', () => running >= count),
  };
}

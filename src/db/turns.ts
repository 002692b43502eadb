/** Who may write when, of all in a process who do: two connections that want the lock at once would only wait for each other. */
export interface Turns {
  /** Runs `fn` when all that was asked for before is done; what is asked for later waits for it. */
  alone<T>(fn: () => Promise<T>): Promise<T>;
  /** Runs `fn` in the same order, but beside others that run together: those take turns among themselves. */
  together<T>(fn: () => Promise<T>): Promise<T>;
}

export function createTurns(): Turns {
  let lastAlone: Promise<unknown> = Promise.resolve();
  /** Those that run together since then. */
  let since = new Set<Promise<unknown>>();

  return {
    alone(fn) {
      const result = Promise.all([lastAlone, ...since]).then(fn);
      lastAlone = result.catch(() => undefined);
      since = new Set();
      return result;
    },
    together(fn) {
      const mine = since;
      const result = lastAlone.then(fn);
      const done: Promise<unknown> = result.catch(() => undefined).then(() => mine.delete(done));
      mine.add(done);
      return result;
    },
  };
}

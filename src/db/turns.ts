/** Who may write when, of all in a process who do: two connections that want the lock at once would only wait for each other. */
export interface Turns {
  /** Runs `fn` when all that was asked for before is done; what is asked for later waits for it. */
  alone<T>(fn: () => Promise<T>): Promise<T>;
  /** Runs `fn` in the same order, but beside others that run together: those take turns among themselves. */
  together<T>(fn: () => Promise<T>): Promise<T>;
}

/**
 * Those that run together. They are counted, not kept in a Set: V8 links the old table of a Set or Map to the new
 * one, so with constant additions and deletions a table in the old generation keeps alive everything that was
 * added after it, until the next full garbage collection.
 */
interface Group {
  running: number;
  /** Called when none runs any more. */
  ended: (() => void) | null;
}

export function createTurns(): Turns {
  let lastAlone: Promise<unknown> = Promise.resolve();
  /** Those since then. */
  let since: Group = { running: 0, ended: null };

  function endOf(group: Group): Promise<void> | undefined {
    if (group.running === 0) return undefined;
    return new Promise((resolve) => {
      group.ended = resolve;
    });
  }

  return {
    alone(fn) {
      const result = Promise.all([lastAlone, endOf(since)]).then(fn);
      lastAlone = result.catch(() => undefined);
      since = { running: 0, ended: null };
      return result;
    },
    async together(fn) {
      const group = since;
      group.running += 1;
      try {
        await lastAlone;
        return await fn();
      } finally {
        group.running -= 1;
        if (group.running === 0) group.ended?.();
      }
    },
  };
}

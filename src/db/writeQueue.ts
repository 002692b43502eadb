/**
 * The order of writes within this process. SQLite has one write lock: two connections of one process that
 * request it at once would wait for each other.
 */
export interface WriteQueue {
  /** Runs `fn` after all earlier writes; later writes wait for it. */
  exclusive<T>(fn: () => Promise<T>): Promise<T>;
  /** Runs `fn` after earlier exclusive writes; it may overlap with other shared writes. */
  shared<T>(fn: () => Promise<T>): Promise<T>;
}

export function createWriteQueue(): WriteQueue {
  let lastExclusive: Promise<unknown> = Promise.resolve();
  /** Shared writes since then. */
  let running = new Set<Promise<unknown>>();

  return {
    exclusive(fn) {
      const result = Promise.all([lastExclusive, ...running]).then(fn);
      lastExclusive = result.catch(() => undefined);
      running = new Set();
      return result;
    },
    shared(fn) {
      const current = running;
      const result = lastExclusive.then(fn);
      const done: Promise<unknown> = result.catch(() => undefined).then(() => current.delete(done));
      current.add(done);
      return result;
    },
  };
}

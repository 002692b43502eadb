import type { Requester } from '../../db/readQueue.ts';
import { AppError } from '../../errors.ts';
import { LIMITS } from './cost.ts';

/** Operations of one viewer that may wait. */
const MAX_WAITING = 100;

/** Limits what runs at once for one viewer. */
export interface RunningLimit {
  /**
   * Waits until the viewer's other operations leave room for one that costs so many points. Operations of a
   * viewer start in their order.
   * @returns a function that ends the operation.
   * @throws AppError `too_many_requests` if too many wait; the reason of the signal if the client has
   *   left, or the request has taken too long.
   */
  enter(requester: Requester, points: number): Promise<() => void>;
}

interface Waiting {
  points: number;
  start(): void;
}

interface Running {
  points: number;
  operations: number;
  waiting: Set<Waiting>;
}

const tooMany = () =>
  new AppError(
    'too_many_requests',
    `${MAX_WAITING} of your operations are already waiting. ` +
      'Wait for their responses before you send more.',
    { retryAfter: 1 },
  );

/** @param most points that run at once for one viewer. A single operation may cost more. */
export function createRunningLimit(most: number = LIMITS.points.account): RunningLimit {
  const byViewer = new Map<string, Running>();

  function fits({ points, operations }: Running, more: number): boolean {
    return operations === 0 || points + more <= most;
  }

  function begin(viewer: string, running: Running, points: number): () => void {
    running.points += points;
    running.operations += 1;
    let ended = false;
    return () => {
      if (ended) return;
      ended = true;
      running.points -= points;
      running.operations -= 1;
      for (const next of running.waiting) {
        if (!fits(running, next.points)) break;
        next.start();
      }
      if (running.operations === 0) byViewer.delete(viewer);
    };
  }

  return {
    async enter(requester, points) {
      const { viewer } = requester;
      const running = byViewer.get(viewer) ?? { points: 0, operations: 0, waiting: new Set() };
      byViewer.set(viewer, running);
      if (running.waiting.size === 0 && fits(running, points)) return begin(viewer, running, points);
      if (running.waiting.size >= MAX_WAITING) throw tooMany();
      const { signal } = requester;
      signal?.throwIfAborted();
      return new Promise((resolve, reject) => {
        const leave = () => {
          running.waiting.delete(own);
          reject(signal?.reason);
        };
        const own: Waiting = {
          points,
          start() {
            running.waiting.delete(own);
            signal?.removeEventListener('abort', leave);
            resolve(begin(viewer, running, points));
          },
        };
        running.waiting.add(own);
        signal?.addEventListener('abort', leave);
      });
    },
  };
}

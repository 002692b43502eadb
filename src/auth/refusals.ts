import { LRUCache } from 'lru-cache';
import type { AppError } from '../errors.ts';
import { type EventContext, recordRepeated, recordStranger, sayUnknown } from './securityLog.ts';
import { RefusedKey } from './viewer.ts';

/** The same refusal is recorded once in this time, so that a client that repeats it causes no load. */
const QUIET_MS = 60_000;
/** Refusals that are remembered. */
const MAX_KNOWN = 1_000;

/** Records refused requests in the security log. */
export interface RefusalLog {
  /**
   * Records a request whose viewer could not be identified.
   * @param client one name for all requests of the client.
   */
  unidentified(error: unknown, client: string, context: EventContext): void;
  /** Records a request of an API key that may not do what it asked for. */
  forbidden(error: AppError, context: EventContext): void;
}

export function createRefusalLog(now: () => number): RefusalLog {
  const known = new LRUCache<string, number>({ max: MAX_KNOWN });
  const isNew = (key: string) => {
    const last = known.get(key);
    if (last !== undefined && Math.abs(now() - last) < QUIET_MS) return false;
    known.set(key, now());
    return true;
  };
  return {
    unidentified(error, client, context) {
      if (error instanceof RefusedKey) {
        const { teamId, name: subject } = error.key;
        if (isNew(`key ${teamId} ${subject}`))
          recordStranger(context, { kind: 'api_key_refused', teamId, subject });
      } else if (isNew(client)) sayUnknown(context, 'unauthenticated');
    },
    forbidden({ message: detail }, context) {
      const { viewer } = context;
      if (viewer.kind === 'anonymous' || !viewer.key) return;
      const { teamId, key } = viewer;
      if (teamId !== null && isNew(`access ${key.id} ${detail}`))
        recordRepeated(context, { kind: 'access_refused', teamId, detail });
    },
  };
}

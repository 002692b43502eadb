import { json, translated } from './answers.ts';
import { callsOf, isCall } from './segmentSpec.ts';
import type { Tracker, TrackerRequest } from './tracker.ts';

const CALLS = ['page', 'track', 'identify', 'group', 'alias', 'screen'];

/** Jitsu: `@jitsu/js`. The body has its key only masked. */
export const jitsu: Tracker = {
  headers: ['authorization', 'x-write-key'],
  routes: CALLS.map((name) => ({ method: 'POST' as const, path: `/api/s/${name}`, read })),
};

function read({ body, headers }: TrackerRequest) {
  if (!isCall(body)) return null;
  return translated(callsOf(body, headers['x-write-key'] ?? '', headers), () => json({ ok: true }));
}

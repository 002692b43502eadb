import { json, translated } from './answers.ts';
import { idsOf } from './fields.ts';
import { callsOf, isCall } from './segmentSpec.ts';
import type { Tracker, TrackerRequest } from './tracker.ts';

const CALLS = ['page', 'track', 'identify', 'group', 'alias', 'screen'];

/** Jitsu: `@jitsu/js`. The body has its key only masked; the header is `key:secret`. */
export const jitsu: Tracker = {
  headers: ['authorization', 'x-write-key'],
  routes: CALLS.map((name) => ({ method: 'POST' as const, path: `/api/s/${name}`, read })),
};

function read({ body, headers }: TrackerRequest) {
  if (!isCall(body)) return null;
  const key = headers['x-write-key'] ?? '';
  return translated(callsOf(body, idsOf(key.split(':', 1)[0], key), headers), () => json({ ok: true }));
}

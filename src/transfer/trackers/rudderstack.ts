import { answered, json, translated } from './answers.ts';
import { idsOf } from './fields.ts';
import { basicUser, callsOf, isCall } from './segmentSpec.ts';
import type { Tracker, TrackerRequest } from './tracker.ts';

const CALLS = ['page', 'track', 'identify', 'group', 'alias', 'screen', 'batch'];
const PATHS = [...CALLS.map((name) => `/v1/${name}`), '/beacon/v1/batch'];

/** RudderStack: `@rudderstack/analytics-js` in the build that loads nothing else (`/bundled`). */
export const rudderstack: Tracker = {
  headers: [
    ...['anonymousid', 'authorization', 'sentat'],
    // Of what is sent again.
    ...['rsa-recovered', 'rsa-retry-attempt', 'rsa-retry-reason'],
    ...['rsa-since-first-attempt', 'rsa-since-last-attempt'],
  ],
  routes: [
    ...PATHS.map((path) => ({ method: 'POST' as const, path, read })),
    { method: 'GET', path: '/sourceConfig', read: readConfiguration },
  ],
};

function read({ query, body, headers }: TrackerRequest) {
  if (!isCall(body)) return null;
  return translated(callsOf(body, idsOf(basicUser(headers) ?? query.writeKey), headers), () => json('OK'));
}

/** What the script asks first: a source without destinations. */
function readConfiguration({ query }: TrackerRequest) {
  if (query.writeKey === undefined) return null;
  const key = query.writeKey.replace(/[^\w-]/g, '').slice(0, 100);
  const config = { statsCollection: { errors: { enabled: false }, metrics: { enabled: false } } };
  const source = { id: key, name: 'footfall', writeKey: key, workspaceId: key, enabled: true, config };
  return answered(json({ source: { ...source, destinations: [], connections: [] }, updatedAt: '' }));
}

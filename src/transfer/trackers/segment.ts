import { answered, json, translated } from './answers.ts';
import { idsOf } from './fields.ts';
import { basicUser, callsOf, isCall } from './segmentSpec.ts';
import type { Tracker, TrackerRequest, TrackerRoute } from './tracker.ts';

/** `apiHost` is `api.segment.io/v1`; it may also have no path. */
const FOLDERS = ['/v1', ''];
const SHORT = ['p', 't', 'i', 'g', 'a', 'b', 'm'];
const LONG = ['page', 'track', 'identify', 'group', 'alias', 'screen', 'batch', 'import'];

const routesOf = (folder: string): TrackerRoute[] => [
  ...[...SHORT, ...(folder ? LONG : [])].map((name) => ({
    method: 'POST' as const,
    path: `${folder}/${name}`,
    read,
  })),
  { method: 'GET', path: `${folder}/projects/*/settings`, read: readSettings },
];

/** Segment: `@segment/analytics-next`, and clients on servers. */
export const segment: Tracker = {
  // The second one is of what is sent again.
  headers: ['authorization', 'x-retry-count'],
  routes: FOLDERS.flatMap(routesOf),
};

function read({ path, body, headers }: TrackerRequest) {
  // Measurements of the script itself.
  if (path.endsWith('/m')) return answered();
  if (!isCall(body)) return null;
  return translated(callsOf(body, idsOf(basicUser(headers)), headers), () => json({ success: true }));
}

/** What the script asks first: it has one destination, which is Segment itself. */
function readSettings({ path }: TrackerRequest) {
  const [, key = ''] = /projects\/([\w-]{1,100})\/settings/.exec(path) ?? [];
  return answered(
    json({
      integrations: { 'Segment.io': { apiKey: key, addBundledMetadata: true, unbundledIntegrations: [] } },
      plan: { track: { __default: { enabled: true, integrations: {} } } },
      edgeFunction: {},
      enabledMiddleware: {},
      metrics: { sampleRate: 0 },
      legacyVideoPluginsEnabled: false,
      remotePlugins: [],
    }),
  );
}

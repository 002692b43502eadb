import { answered, hitsOfEach, json, translated } from './answers.ts';
import {
  base64Json,
  type Fields,
  idsOf,
  isRecord,
  leftOut,
  picked,
  recordOf,
  resolutionOf,
  senderPage,
  textOf,
  withRevenue,
} from './fields.ts';
import type { Tracker, TrackerAnswer, TrackerRequest, TrackerRoute, TranslatedHit } from './tracker.ts';

/** What the script asks: it sends pageviews and events, compressed, and nothing else. */
const CONFIGURATION = {
  supportedCompression: ['gzip-js'],
  hasFeatureFlags: false,
  autocapture_opt_out: true,
  capturePerformance: false,
  captureDeadClicks: false,
  sessionRecording: false,
  surveys: false,
  heatmaps: false,
  errorTracking: { autocaptureExceptions: false },
  siteApps: [],
  toolbarParams: {},
  isAuthenticated: false,
  defaultIdentifiedOnly: true,
};

const FLAGS = { flags: {}, featureFlags: {}, featureFlagPayloads: {}, errorsWhileComputingFlags: false };

const capture = (path: string): TrackerRoute => ({ method: 'POST', path, read });
const asked = (method: TrackerRoute['method'], path: string, answer: TrackerAnswer): TrackerRoute => ({
  method,
  path,
  read: () => answered(answer),
});

/**
 * PostHog: `posthog-js`, and batches of other clients. Events of PostHog itself, whose names begin with `$`,
 * are no hits, except for pageviews. Flags, recordings and surveys are answered and off.
 */
export const posthog: Tracker = {
  routes: [
    capture('/e'),
    capture('/i/v0/e'),
    capture('/capture'),
    capture('/batch'),
    asked('POST', '/flags', json(FLAGS)),
    asked('POST', '/decide', json({ ...CONFIGURATION, ...FLAGS })),
    asked('POST', '/s', json({ status: 1 })),
    // The script then asks for the same as JSON.
    asked('GET', '/array/*/config.js', { type: 'text/javascript; charset=utf-8', body: '' }),
    asked('GET', '/array/*/config', json(CONFIGURATION)),
  ],
};

function read({ body, headers }: TrackerRequest) {
  const given = isRecord(body) && typeof body.data === 'string' ? base64Json(body.data) : body;
  const events = eventsOf(given);
  if (events === null) return null;
  const key = isRecord(given) ? given.api_key : undefined;
  const hits = hitsOfEach(events, isEvent, (event) => hitOf(event, key, headers));
  return translated(hits, () => json({ status: 1 }));
}

/** A batch, a list, or one event; null if it is of another product. */
function eventsOf(given: unknown): unknown[] | null {
  if (Array.isArray(given)) return given.some(isEvent) ? given : null;
  if (!isRecord(given)) return null;
  if (Array.isArray(given.batch) && typeof given.api_key === 'string') return given.batch;
  return isEvent(given) ? [given] : null;
}

const isEvent = (event: unknown): event is Fields => isRecord(event) && typeof event.event === 'string';

function hitOf(event: Fields, key: unknown, headers: TrackerRequest['headers']): TranslatedHit[] {
  const name = textOf(event.event);
  const given = recordOf(event.properties);
  if (name !== '$pageview' && name !== '$screen' && name.startsWith('$')) return [];
  const referrer = textOf(given.$referrer);
  const own = picked(given, (property) => !/^\$|^(?:token|title|distinct_id|utm_.*)$/.test(property));
  const hit: TranslatedHit = {
    fields: {
      page: textOf(given.$current_url) || senderPage(headers),
      referrer: referrer === '$direct' ? '' : referrer,
      language: given.$browser_language,
      screen_resolution: resolutionOf(given.$screen_width, given.$screen_height),
      id: event.uuid ?? given.$insert_id,
      ...(name.startsWith('$') ? { properties: own } : { event: { name, ...withRevenue(own) } }),
    },
    websites: idsOf(key ?? event.api_key ?? given.token),
    repeats: true,
    userAgent: textOf(given.$raw_user_agent) || undefined,
    ignored: leftOut(given, 'distinct_id', 'title', '$ip'),
  };
  return [hit];
}

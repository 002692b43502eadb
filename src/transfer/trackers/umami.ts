import { hitsOfEach, json, translated } from './answers.ts';
import { addressOf, idsOf, isRecord, leftOut, recordOf, senderPage, textOf, withRevenue } from './fields.ts';
import type { HitResult, Tracker, TrackerRequest, TranslatedHit } from './tracker.ts';

/**
 * What the script keeps from an answer. It identifies nobody: Footfall finds the visit by itself, and the
 * script only sends `cache` back.
 */
const SESSION = {
  cache: 'footfall',
  sessionId: '00000000-0000-4000-8000-000000000000',
  visitId: '00000000-0000-4000-8000-000000000000',
};

/** Umami: its script and `@umami/node`. `identify`, performance and recordings are no hits. */
export const umami: Tracker = {
  // With `data-fetch-credentials`.
  credentials: true,
  headers: ['x-umami-cache'],
  routes: [
    { method: 'POST', path: '/api/send', read },
    { method: 'POST', path: '/api/batch', read: readBatch },
    {
      method: 'POST',
      path: '/api/record',
      read: ({ body }) => (body ? translated([], () => json({})) : null),
    },
  ],
};

function read({ body, headers }: TrackerRequest) {
  if (!isRecord(body) || typeof body.type !== 'string' || !isRecord(body.payload)) return null;
  return translated(hitsOf(body, headers), () => json(SESSION));
}

function readBatch({ body, headers }: TrackerRequest) {
  if (!Array.isArray(body)) return null;
  const hits = hitsOfEach(body, isRecord, (entry) => hitsOf(entry, headers));
  const answer = (results: readonly HitResult[]) => {
    const errors = results.filter(({ error }) => error).length;
    const details = results.flatMap(({ error }, index) => (error ? [{ index, error: error.message }] : []));
    const size = body.length;
    return json({ size, processed: size - errors, errors, details, cache: SESSION.cache });
  };
  return translated(hits, answer);
}

function hitsOf({ type, payload: given }: Record<string, unknown>, headers: TrackerRequest['headers']) {
  const payload = recordOf(given);
  // Clicks on short links and loads of pixels have no page.
  if (type !== 'event' || (payload.url === undefined && payload.name === undefined)) return [];
  const name = textOf(payload.name);
  const { properties, revenue } = withRevenue(recordOf(payload.data));
  const hostname = textOf(payload.hostname) || senderPage(headers);
  const hit: TranslatedHit = {
    fields: {
      page: addressOf(hostname, textOf(payload.url) || '/'),
      referrer: absoluteReferrer(hostname, textOf(payload.referrer)),
      language: payload.language,
      screen_resolution: payload.screen,
      ...(name === '' ? { properties } : { event: { name, properties, revenue } }),
    },
    websites: idsOf(payload.website),
    // The script sends a pageview for replaced addresses, and for links within the page of applications.
    // A server sends no screen. Its visitors are one to Footfall, so the same page may be another person's.
    repeats: payload.screen !== undefined,
    userAgent: textOf(payload.userAgent) || undefined,
    ignored: leftOut(payload, 'title', 'tag', 'id', 'vid', 'timestamp', 'ip', 'link', 'pixel'),
  };
  return [hit];
}

/** Older scripts send the path of a previous page of the website itself. */
const absoluteReferrer = (hostname: string, referrer: string) =>
  referrer.startsWith('/') ? addressOf(hostname, referrer) : referrer;

import { answered, json, translated } from './answers.ts';
import {
  AUTOMATIC,
  addressOf,
  type Fields,
  idsOf,
  isRecord,
  leftOut,
  recordOf,
  resolutionOf,
  textOf,
} from './fields.ts';
import type { Tracker, TrackerRequest, TrackerRoute } from './tracker.ts';

/** What the script asks before its first hit: pageviews, navigation and links are on, all else is off. */
const CONFIGURATION = {
  trackInitialPageView: true,
  trackSpaNavigation: true,
  trackUrlParams: true,
  trackOutbound: true,
  webVitals: false,
  trackErrors: false,
  sessionReplay: false,
  trackButtonClicks: false,
  trackCopy: false,
  trackFormInteractions: false,
};

const configuration = (path: string): TrackerRoute => ({
  method: 'GET',
  path,
  read: () => answered(json(CONFIGURATION)),
});
const tracking = (path: string): TrackerRoute => ({ method: 'POST', path, read });
const uncounted = (path: string): TrackerRoute => ({
  method: 'POST',
  path,
  read: ({ body }) => (isRecord(body) ? answered(json({ success: true })) : null),
});

/** Rybbit: `@rybbit/js` and its script. Measurements, errors, copies and recordings are no hits. */
export const rybbit: Tracker = {
  credentials: true,
  routes: [
    configuration('/api/site/tracking-config/*'),
    configuration('/site/tracking-config/*'),
    tracking('/api/track'),
    tracking('/track'),
    uncounted('/api/identify'),
    uncounted('/identify'),
    uncounted('/api/session-replay/record/*'),
  ],
};

function read({ body }: TrackerRequest) {
  if (!isRecord(body) || typeof body.type !== 'string' || body.site_id === undefined) return null;
  const event = eventOf(body.type, body);
  if (event === undefined && body.type !== 'pageview') return answered(json({ success: true }));
  const hit = {
    fields: {
      page: pageOf(body),
      referrer: body.referrer,
      language: body.language,
      screen_resolution: resolutionOf(body.screenWidth, body.screenHeight),
      event,
    },
    websites: idsOf(body.site_id),
    repeats: true,
    ignored: leftOut(body, 'page_title', 'user_id', 'tag', 'ip_address'),
    userAgent: textOf(body.user_agent) || undefined,
  };
  return translated([hit], () => json({ success: true }));
}

/** The path has the fragment, which belongs behind the query. */
function pageOf({ hostname, pathname, querystring }: Fields): string {
  return addressOf(textOf(hostname), textOf(pathname) || '/', textOf(querystring));
}

function eventOf(type: string, body: Fields) {
  const properties = recordOf(body.properties);
  if (type === 'custom_event') return { name: body.event_name, properties };
  if (type === 'outbound') return { name: AUTOMATIC.outbound, properties: { url: properties.url } };
  return type === 'form_submit' ? { name: AUTOMATIC.form } : undefined;
}

import { answered, hitsOfEach, json, translated } from './answers.ts';
import {
  base64Json,
  type Fields,
  idsOf,
  isRecord,
  leftOut,
  parsedJson,
  picked,
  recordOf,
  resolutionOf,
  senderPage,
  textOf,
  withRevenue,
} from './fields.ts';
import type { Tracker, TrackerRequest, TranslatedHit } from './tracker.ts';

const PAGEVIEW = '$mp_web_page_view';

/** Properties that the script adds to each event. */
const AUTOMATIC = /^(?:\$.*|mp_.*|token|distinct_id|time|utm_.*|current_(?:page_title|domain|url_.*))$/;

/** Without `verbose=1`, an answer is a digit. */
const answerTo = ({ query }: TrackerRequest) =>
  query.verbose === '1' ? json({ status: 1, error: null }) : json(1);

const readOther = (request: TrackerRequest) => (request.body ? answered(answerTo(request)) : null);

/** Mixpanel: `mixpanel-browser`. Profiles, groups and recordings are no hits. */
export const mixpanel: Tracker = {
  routes: [
    { method: 'POST', path: '/track', read },
    { method: 'POST', path: '/engage', read: readOther },
    { method: 'POST', path: '/groups', read: readOther },
    { method: 'POST', path: '/record', read: readOther },
  ],
};

function read(request: TrackerRequest) {
  const { body, headers } = request;
  const events = eventsOf(body);
  if (!events.some(isEvent)) return null;
  return translated(
    hitsOfEach(events, isEvent, (event) => hitOf(event, headers)),
    () => answerTo(request),
  );
}

/** A form with Base64 or JSON in `data`, or JSON. */
function eventsOf(body: unknown): unknown[] {
  const data = isRecord(body) && typeof body.data === 'string' ? body.data : undefined;
  const given = data === undefined ? body : /^\s*[[{]/.test(data) ? parsedJson(data) : base64Json(data);
  return Array.isArray(given) ? given : [given];
}

const isEvent = (event: unknown): event is Fields =>
  isRecord(event) && typeof event.event === 'string' && typeof recordOf(event.properties).token === 'string';

function hitOf({ event, properties }: Fields, headers: TrackerRequest['headers']): TranslatedHit[] {
  const name = textOf(event);
  const given = recordOf(properties);
  if (name !== PAGEVIEW && /^\$/.test(name)) return [];
  const own = picked(given, (property) => !AUTOMATIC.test(property));
  return [
    {
      fields: {
        page: textOf(given.$current_url ?? given.current_url) || senderPage(headers),
        referrer: given.$referrer,
        screen_resolution: resolutionOf(given.$screen_width, given.$screen_height),
        id: given.$insert_id,
        ...(name === PAGEVIEW ? { properties: own } : { event: { name, ...withRevenue(own) } }),
      },
      websites: idsOf(given.token),
      repeats: true,
      ignored: leftOut(given, 'distinct_id', '$user_id', 'current_page_title'),
    },
  ];
}

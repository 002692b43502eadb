import { gif, hitsOfEach, translated } from './answers.ts';
import {
  AUTOMATIC,
  base64Json,
  type Fields,
  idsOf,
  isRecord,
  leftOut,
  recordOf,
  revenueOf,
  textOf,
} from './fields.ts';
import type { HitFields, Tracker, TrackerRequest, TranslatedHit } from './tracker.ts';

/** Snowplow: `@snowplow/browser-tracker`. Page pings are no hits. */
export const snowplow: Tracker = {
  credentials: true,
  routes: [
    { method: 'POST', path: '/com.snowplowanalytics.snowplow/tp2', read: readBatch },
    {
      method: 'GET',
      path: '/i',
      // Older scripts load an image, and send the event again until they have one.
      read: ({ query }) => (query.e === undefined ? null : translated(hitsOf(query), gif)),
    },
  ],
};

function readBatch({ body }: TrackerRequest) {
  if (!isRecord(body) || !Array.isArray(body.data)) return null;
  return translated(hitsOfEach(body.data, isRecord, hitsOf));
}

function hitsOf(event: Fields): TranslatedHit[] {
  const found = eventOf(event);
  if (found === null) return [];
  return [
    {
      fields: {
        page: event.url,
        referrer: event.refr,
        language: event.lang,
        screen_resolution: event.res,
        id: event.eid,
        event: found,
      },
      websites: idsOf(event.aid, event.tna),
      userAgent: textOf(event.ua) || undefined,
      ignored: leftOut(event, 'page', 'co', 'cx', 'uid', 'ip'),
    },
  ];
}

/** Undefined for a pageview; null for what is neither a pageview nor an event. */
function eventOf(event: Fields): HitFields['event'] | null {
  switch (event.e) {
    case 'pv':
      return undefined;
    case 'se': {
      const properties = { category: event.se_ca, label: event.se_la, property: event.se_pr };
      return { name: event.se_ac, value: event.se_va, properties };
    }
    case 'ue':
      return selfDescribing(recordOf(event.ue_pr ?? base64Json(textOf(event.ue_px))));
    case 'tr': {
      const { tr_id: order, tr_tt: total, tr_cu: currency } = event;
      return {
        name: 'transaction',
        properties: { order },
        value: total,
        revenue: revenueOf(total, currency),
      };
    }
    default:
      return null;
  }
}

/** Named by the schema of its data: `iglu:com.acme/signup/jsonschema/1-0-0` is `signup`. */
function selfDescribing(given: Fields): HitFields['event'] {
  const { schema, data } = recordOf(given.data);
  const name = /^iglu:[^/]+\/([^/]+)\//.exec(textOf(schema))?.[1] ?? '';
  const properties = recordOf(data);
  if (name === 'link_click') return { name: AUTOMATIC.outbound, properties: { url: properties.targetUrl } };
  return { name, properties };
}

import { answered, gif, json, translated } from './answers.ts';
import {
  addressOf,
  type Fields,
  idsOf,
  isRecord,
  leftOut,
  recordOf,
  resolutionOf,
  textOf,
} from './fields.ts';
import type { Tracker, TrackerRequest, TranslatedHit } from './tracker.ts';

/** Simple Analytics: the image of its script, and events of servers. Times and scrolling are no hits. */
export const simpleAnalytics: Tracker = {
  routes: [
    {
      method: 'GET',
      path: '/simple.gif',
      read: ({ query }: TrackerRequest) => {
        if (query.hostname === undefined) return null;
        const isHit = query.type === 'pageview' || query.type === 'event';
        return isHit ? translated([hitOf(query)], gif) : answered(gif());
      },
    },
    { method: 'POST', path: '/append', read: ({ body }) => (isRecord(body) ? answered(json({})) : null) },
    { method: 'POST', path: '/events', read: readEvent },
  ],
};

function readEvent({ body }: TrackerRequest) {
  if (!isRecord(body) || typeof body.hostname !== 'string') return null;
  return translated([hitOf(body)]);
}

function hitOf(fields: Fields): TranslatedHit {
  const properties = recordOf(fields.metadata);
  const referrer = textOf(fields.referrer);
  return {
    fields: {
      page: addressOf(textOf(fields.hostname), textOf(fields.path) || '/', textOf(fields.query)),
      // Without its scheme.
      referrer: referrer === '' || referrer.includes('://') ? referrer : `https://${referrer}`,
      language: fields.language,
      screen_resolution: resolutionOf(fields.screen_width, fields.screen_height),
      id: fields.id,
      ...(fields.type === 'event' ? { event: { name: fields.event, properties } } : { properties }),
    },
    websites: idsOf(fields.hostname),
    isBot: fields.bot === true || fields.bot === 'true',
    userAgent: textOf(fields.ua) || undefined,
    ignored: leftOut(fields, 'viewport_width', 'viewport_height', 'session_id', 'timezone'),
  };
}

import { json, translated } from './answers.ts';
import {
  AUTOMATIC,
  type Fields,
  idsOf,
  isRecord,
  leftOut,
  picked,
  recordOf,
  revenueOf,
  senderPage,
  textOf,
} from './fields.ts';
import type { Tracker, TrackerRequest, TranslatedHit } from './tracker.ts';

/** OpenPanel sends amounts in hundredths of the currency. */
const HUNDREDTHS = 100;

/** OpenPanel: `@openpanel/web` and the SDKs on top of it. Profiles and groups are no hits. */
export const openpanel: Tracker = {
  headers: ['openpanel-client-id', 'openpanel-client-secret', 'openpanel-sdk-name', 'openpanel-sdk-version'],
  // Answers other than 200, 202 and 401 are sent again three times.
  needsSuccess: true,
  routes: [
    { method: 'POST', path: '/track', read },
    { method: 'POST', path: '/api/track', read },
  ],
};

function read({ body, headers }: TrackerRequest) {
  if (!isRecord(body) || typeof body.type !== 'string' || !isRecord(body.payload)) return null;
  const hits = body.type === 'track' ? [hitOf(body.payload, headers)] : [];
  return translated(hits, () => json({ deviceId: '', sessionId: '' }));
}

function hitOf(payload: Fields, headers: TrackerRequest['headers']): TranslatedHit {
  const given = recordOf(payload.properties);
  const name = textOf(payload.name);
  const properties = picked(given, (property) => !property.startsWith('__'));
  return {
    fields: {
      page: textOf(given.__path) || senderPage(headers),
      referrer: given.__referrer,
      ...(name === 'screen_view' ? { properties } : { event: eventOf(name, given, properties) }),
    },
    websites: idsOf(headers['openpanel-client-id']),
    repeats: true,
    ignored: [...leftOut(payload, 'profileId', 'groups'), ...leftOut(given, '__title')],
  };
}

function eventOf(name: string, { __revenue: hundredths }: Fields, properties: Fields) {
  const { href, text, currency, ...rest } = properties;
  if (name === 'link_out') return { name: AUTOMATIC.outbound, properties: { url: href } };
  if (typeof hundredths !== 'number') return { name, properties };
  const amount = hundredths / HUNDREDTHS;
  const revenue = revenueOf(amount, currency);
  return revenue
    ? { name, properties: { ...rest, href, text }, revenue }
    : { name, properties, value: amount };
}

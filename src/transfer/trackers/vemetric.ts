import { answered, translated } from './answers.ts';
import { AUTOMATIC, idsOf, isRecord, leftOut, recordOf, senderPage, textOf } from './fields.ts';
import type { Tracker, TrackerRequest } from './tracker.ts';

const isVemetric = ({ body, headers }: TrackerRequest) =>
  isRecord(body) && (headers.token !== undefined || body.Token !== undefined);

const readOther = (request: TrackerRequest) => (isVemetric(request) ? answered() : null);

/** Vemetric: what its script sends. Beacons have as fields what other requests have as headers. */
export const vemetric: Tracker = {
  headers: ['allow-cookies', 'token', 'v-host', 'v-referrer', 'v-sdk', 'v-sdk-version'],
  credentials: true,
  routes: [
    { method: 'POST', path: '/e', read },
    { method: 'POST', path: '/l', read: readOther },
    { method: 'POST', path: '/i', read: readOther },
    { method: 'POST', path: '/u', read: readOther },
  ],
};

function read(request: TrackerRequest) {
  const { body, headers } = request;
  if (!isRecord(body) || !isVemetric(request) || typeof body.name !== 'string') return null;
  const { name } = body;
  const properties = recordOf(body.customData);
  if (name !== '$$pageView' && name !== '$$outboundLink' && name.startsWith('$$')) return answered();
  const hit = {
    fields: {
      page: textOf(body.url) || senderPage(headers),
      referrer: headers['v-referrer'] ?? body['V-Referrer'],
      ...(name === '$$pageView' ? { properties } : { event: eventOf(name, properties) }),
    },
    websites: idsOf(headers.token ?? body.Token),
    repeats: true,
    ignored: leftOut(body, 'identifier', 'displayName'),
  };
  return translated([hit]);
}

function eventOf(name: string, properties: Record<string, unknown>) {
  if (name !== '$$outboundLink') return { name, properties };
  return { name: AUTOMATIC.outbound, properties: { url: properties.href ?? properties.url } };
}

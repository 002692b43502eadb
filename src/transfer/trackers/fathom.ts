import { gif, translated } from './answers.ts';
import { addressOf, idsOf, leftOut, recordOf, textOf } from './fields.ts';
import type { Tracker, TrackerRequest, TranslatedHit } from './tracker.ts';

/** Fathom Lite, and the images of later versions, whose parameters are those of the address in JSON. */
export const fathom: Tracker = {
  routes: [
    { method: 'GET', path: '/collect', read },
    { method: 'GET', path: '/', read },
  ],
};

/** `ht` would be Counterscale, which uses the same path. */
function read({ query }: TrackerRequest) {
  const { h: host, p: path, r: referrer, sid, name } = query;
  if (host === undefined || path === undefined || query.ht !== undefined) return null;
  if (sid === undefined && query.nv === undefined) return null;
  const parameters = Object.entries(recordOf(query.qs)).map(([key, value]) => [key, textOf(value)]);
  const cents = Number(query.value ?? query.v);
  const value = Number.isFinite(cents) ? cents / 100 : undefined;
  const hit: TranslatedHit = {
    fields: {
      page: addressOf(host, path, new URLSearchParams(parameters).toString()),
      referrer,
      ...(name && { event: { name, value, properties: recordOf(query.payload) } }),
    },
    websites: idsOf(sid),
    ignored: leftOut(query, 'cid'),
  };
  return translated([hit], gif);
}

import { answered, gif, json, translated } from './answers.ts';
import { addressOf, campaignQuery, idsOf } from './fields.ts';
import type { Tracker, TrackerRequest } from './tracker.ts';

/** Counterscale: an image for each pageview, before which the script asks whether the visitor was seen. */
export const counterscale: Tracker = {
  routes: [
    {
      method: 'GET',
      path: '/cache',
      read: ({ query }) => (query.sid === undefined ? null : answered(json({ ht: 1 }))),
    },
    { method: 'GET', path: '/collect', read },
  ],
};

/** `ht` distinguishes it from Fathom Lite, which uses the same path. */
function read({ query }: TrackerRequest) {
  const { p: path, h: host, r: referrer = '', sid, ht } = query;
  if (path === undefined || host === undefined || ht === undefined) return null;
  const tags = {
    source: query.us,
    medium: query.um,
    campaign: query.uc,
    term: query.ut,
    content: query.uco,
  };
  const hit = {
    fields: {
      page: addressOf(host, path, campaignQuery(tags)),
      // Without a referrer, the script sends the value of a parameter such as `ref` or `utm_source`.
      referrer: referrer.includes('://') ? referrer : '',
    },
    websites: idsOf(sid),
    repeats: true,
  };
  return translated([hit], gif);
}

import { translated } from './answers.ts';
import { idsOf, isRecord, leftOut, recordOf, textOf } from './fields.ts';
import type { Tracker, TrackerRequest, TranslatedHit } from './tracker.ts';

/**
 * Plausible: `plausible-tracker` and the classic script (without `v`), and `@plausible-analytics/tracker`.
 * The fields have short and long names. Engagement is no hit.
 */
export const plausible: Tracker = {
  routes: [{ method: 'POST', path: '/api/event', read }],
};

function read({ body }: TrackerRequest) {
  if (!isRecord(body)) return null;
  const [name, url] = [body.n ?? body.name, body.u ?? body.url];
  if (typeof name !== 'string' || typeof url !== 'string' || 'page' in body) return null;
  if (name === 'engagement') return translated([]);
  const { amount, currency } = recordOf(body.$ ?? body.revenue);
  const properties = recordOf(body.p ?? body.props ?? body.m ?? body.meta);
  const hit: TranslatedHit = {
    fields: {
      page: url,
      referrer: body.r ?? body.referrer,
      hash: body.h ?? body.hashMode,
      ...(name === 'pageview'
        ? { properties }
        : {
            event: {
              name,
              properties,
              revenue: amount === undefined ? undefined : { amount, currency },
            },
          }),
    },
    // A list sends the hit to several websites there. Here it counts for the first one that is found.
    websites: idsOf(...textOf(body.d ?? body.domain).split(',', 5)),
    // The older scripts send a pageview for a link within the page, and for the same address again.
    repeats: body.v === undefined,
    ignored: [...leftOut(body, 'w', 'screen_width'), ...(body.i === false ? ['i'] : [])],
  };
  return translated([hit]);
}

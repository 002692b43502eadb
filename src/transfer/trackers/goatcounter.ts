import { gif, translated } from './answers.ts';
import { addressOf, idsOf, isRecord, leftOut, pageOrigin, senderPage, textOf } from './fields.ts';
import type { Tracker, TrackerRequest, TranslatedHit } from './tracker.ts';

/** From this value of `b` on, the script found that a program uses the browser. */
const SCRIPTED = 150;

/** GoatCounter: `count.js`, by an image or a beacon. */
export const goatcounter: Tracker = {
  routes: [
    { method: 'GET', path: '/count', read },
    { method: 'POST', path: '/count', read },
  ],
};

function read({ query, body, headers }: TrackerRequest) {
  const fields: Record<string, unknown> = { ...query, ...(isRecord(body) ? body : {}) };
  if (typeof fields.p !== 'string') return null;
  const isEvent = fields.e === 'true' || fields.e === '1';
  const [width, height] = textOf(fields.s).split(',');
  const hit: TranslatedHit = {
    fields: {
      // The path is often a canonical one, whose query lacks the tags of the campaign. If both queries have a
      // parameter, that of the path comes first and counts.
      page: isEvent ? senderPage(headers) : addressOf(pageOrigin(headers), fields.p, textOf(fields.q)),
      referrer: fields.r,
      screen_resolution: width && height ? `${width}x${height}` : undefined,
      ...(isEvent && { event: { name: fields.p } }),
    },
    websites: idsOf(fields.site),
    isBot: Number(fields.b) >= SCRIPTED,
    // Newer scripts send only the width of the screen.
    ignored: [...leftOut(fields, 't'), ...(height ? [] : leftOut(fields, 's'))],
  };
  return translated([hit], gif);
}

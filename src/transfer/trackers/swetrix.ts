import { answered, json, translated } from './answers.ts';
import {
  addressOf,
  campaignQuery,
  type Fields,
  idsOf,
  isRecord,
  leftOut,
  pageOrigin,
  recordOf,
  senderPage,
  textOf,
} from './fields.ts';
import type { Tracker, TrackerRequest, TrackerRoute, TranslatedHit } from './tracker.ts';

/** Its own address is `https://api.swetrix.com/log`; `apiURL` may also have no path. */
const FOLDERS = ['/log', ''];

const routes = (folder: string): TrackerRoute[] => [
  { method: 'POST', path: `${folder}/`, read },
  { method: 'POST', path: `${folder}/custom`, read },
  { method: 'POST', path: `${folder}/hb`, read: readOther },
  { method: 'POST', path: `${folder}/error`, read: readOther },
];

/** Swetrix: pageviews and events. Heartbeats and errors are no hits. */
export const swetrix: Tracker = { routes: FOLDERS.flatMap(routes) };

const isSwetrix = (body: unknown): body is Fields => isRecord(body) && typeof body.pid === 'string';

function read({ body, headers }: TrackerRequest) {
  return isSwetrix(body) ? translated([hitOf(body, headers)]) : null;
}

function readOther({ body }: TrackerRequest) {
  return isSwetrix(body) ? answered(json({})) : null;
}

function hitOf(body: Fields, headers: TrackerRequest['headers']): TranslatedHit {
  const name = textOf(body.ev);
  const path = textOf(body.pg);
  const query = textOf(body.qs);
  const tags = { source: body.so, medium: body.me, campaign: body.ca, term: body.te, content: body.co };
  return {
    fields: {
      // The browser names the host of the page in `Origin`.
      page:
        path === ''
          ? senderPage(headers)
          : addressOf(pageOrigin(headers), path, query || campaignQuery(tags)),
      referrer: body.ref,
      language: body.lc,
      ...(name ? { event: { name, properties: recordOf(body.meta) } } : { properties: recordOf(body.meta) }),
    },
    websites: idsOf(body.pid),
    repeats: true,
    ignored: [...leftOut(body, 'profileId'), ...(body.unique === true ? ['unique'] : [])],
  };
}

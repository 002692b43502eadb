import { answered, json, translated, UNREADABLE } from './answers.ts';
import {
  addressOf,
  campaignQuery,
  type Fields,
  idsOf,
  isRecord,
  leftOut,
  listOf,
  pageOrigin,
  recordOf,
  senderPage,
  textOf,
} from './fields.ts';
import type { Tracker, TrackerRequest, TranslatedHit } from './tracker.ts';

const SUCCESS = { result: 'Success' };

/** What the script asks first: its own defaults apply. */
const CONFIGURATION = { v: 1, t: 1, c: {} };

/** Countly: `countly-sdk-web`. Sessions, durations of views, health and orientation are no hits. */
export const countly: Tracker = {
  // Its queue waits for success for ever, and nothing behind the failed request is sent.
  needsSuccess: true,
  routes: [
    { method: 'POST', path: '/i', read },
    { method: 'GET', path: '/i', read },
    { method: 'POST', path: '/o/sdk', read: readConfiguration },
    { method: 'GET', path: '/o/sdk', read: readConfiguration },
  ],
};

const fieldsOf = ({ query, body }: TrackerRequest): Fields => ({ ...query, ...(isRecord(body) ? body : {}) });

function readConfiguration(request: TrackerRequest) {
  return fieldsOf(request).app_key === undefined ? null : answered(json(CONFIGURATION));
}

function read(request: TrackerRequest) {
  const fields = fieldsOf(request);
  if (typeof fields.app_key !== 'string' || fields.device_id === undefined) return null;
  const { headers } = request;
  let page = '';
  const hits = listOf(fields.events).flatMap((event, index): TranslatedHit[] => {
    if (!isRecord(event)) return [UNREADABLE];
    const segmentation = recordOf(event.segmentation);
    if (event.key === '[CLY]_view' && segmentation.visit !== undefined) page = viewOf(segmentation, headers);
    return hitOf(event, { fields, segmentation, page: page || senderPage(headers), index });
  });
  return translated(hits, () => json(SUCCESS));
}

/** The page of a view: the path, or the address if the website gives one. */
function viewOf({ view, name, domain, ...tags }: Fields, headers: TrackerRequest['headers']): string {
  const host = pageOrigin(headers) || textOf(domain);
  const {
    utm_source: source,
    utm_medium: medium,
    utm_campaign: campaign,
    utm_term: term,
    utm_content: content,
  } = tags;
  return addressOf(
    host,
    textOf(view ?? name) || '/',
    campaignQuery({ source, medium, campaign, term, content }),
  );
}

interface Sent {
  fields: Fields;
  segmentation: Fields;
  page: string;
  /** Position of the event in its request. */
  index: number;
}

/** A request that failed is sent again as it is. Without its time, another one might look the same. */
function idOf({ device_id: device, timestamp }: Fields, index: number): string | undefined {
  return textOf(timestamp) === '' ? undefined : `${textOf(device)} ${textOf(timestamp)} ${index}`;
}

function hitOf(event: Fields, { fields, segmentation, page, index }: Sent): TranslatedHit[] {
  const key = textOf(event.key);
  const isView = key === '[CLY]_view' && segmentation.visit !== undefined;
  if (key === '' || (key.startsWith('[CLY]_') && !isView)) return [];
  return [
    {
      fields: {
        page,
        referrer: segmentation.referrer,
        id: idOf(fields, index),
        ...(!isView && { event: { name: key, value: event.sum, properties: segmentation } }),
      },
      websites: idsOf(fields.app_key),
      ignored: [...leftOut(event, 'dur'), ...(Number(event.count) > 1 ? ['count'] : [])],
    },
  ];
}

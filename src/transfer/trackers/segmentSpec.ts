import { hitsOfEach } from './answers.ts';
import {
  addressOf,
  campaignQuery,
  type Fields,
  idsOf,
  isRecord,
  leftOut,
  recordOf,
  resolutionOf,
  senderPage,
  textOf,
  withRevenue,
} from './fields.ts';
import type { TrackerRequest, TranslatedHit } from './tracker.ts';

/** The calls of Segment's specification, which RudderStack and Jitsu have, too. */

/** Whether a body has the form of such a call, or of a batch of them. */
export const isCall = (body: unknown): body is Fields =>
  isRecord(body) && (Array.isArray(body.batch) || typeof body.type === 'string' || 'messageId' in body);

/** Properties that the scripts add to each pageview. */
const OF_PAGE = [
  'path',
  'referrer',
  'search',
  'title',
  'url',
  'tab_url',
  'initial_referrer',
  'initial_referring_domain',
];
const RUDDER_OF_PAGE = ['referring_domain', 'name', 'category'];

/**
 * Reads calls: `page` is a pageview and `track` an event. All others, such as `identify`, are no hits.
 * @param keys the key of the source, if the request has it outside of the calls.
 */
export function callsOf(body: Fields, keys: string[], headers: TrackerRequest['headers']): TranslatedHit[] {
  const calls = Array.isArray(body.batch) ? body.batch : [body];
  return hitsOfEach(calls, isRecord, (call) =>
    hitOf(call, keys.length > 0 ? keys : idsOf(body.writeKey ?? call.writeKey), headers),
  );
}

function hitOf(call: Fields, websites: string[], headers: TrackerRequest['headers']): TranslatedHit[] {
  if (call.type !== 'page' && call.type !== 'track') return [];
  const context = recordOf(call.context);
  const page = recordOf(context.page);
  const given = recordOf(call.properties);
  const isPage = call.type === 'page';
  const { width, height } = recordOf(context.screen);
  const properties = Object.fromEntries(
    Object.entries(given).filter(([name]) => !(isPage && [...OF_PAGE, ...RUDDER_OF_PAGE].includes(name))),
  );
  const address = textOf(isPage ? (given.url ?? page.url) : page.url) || senderPage(headers);
  const hit: TranslatedHit = {
    fields: {
      page: withCampaign(address, recordOf(context.campaign)),
      referrer: directless(isPage ? (given.referrer ?? page.referrer) : page.referrer),
      language: context.locale,
      screen_resolution: resolutionOf(width, height),
      id: call.messageId,
      ...(isPage ? { properties } : { event: { name: call.event, ...withRevenue(properties) } }),
    },
    websites,
    userAgent: textOf(context.userAgent) || undefined,
    ignored: [
      ...leftOut(call, 'userId', 'traits', 'name', 'category', 'integrations'),
      ...(textOf(context.ip) ? ['context.ip'] : []),
    ],
  };
  return [hit];
}

/** RudderStack's word for a visit without a referrer. */
const directless = (referrer: unknown) => (referrer === '$direct' ? '' : referrer);

/** Adds the campaign of the context unless the address has one: servers send it apart. */
function withCampaign(address: string, { name, ...tags }: Fields): string {
  if (/[?&]utm_/.test(address)) return address;
  const { source, medium, term, content } = tags;
  return addressOf('', address, campaignQuery({ source, medium, campaign: name, term, content }));
}

/** The user name in `Authorization: Basic`, which is the key of the source. */
export function basicUser(headers: TrackerRequest['headers']): string | undefined {
  const [, encoded] = /^Basic\s+([\w+/=-]+)$/i.exec(headers.authorization ?? '') ?? [];
  return encoded && Buffer.from(encoded, 'base64').toString('utf8').split(':', 1)[0];
}

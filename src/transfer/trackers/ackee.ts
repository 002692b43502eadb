import { json, translated } from './answers.ts';
import {
  addressOf,
  campaignQuery,
  idsOf,
  isRecord,
  leftOut,
  recordOf,
  resolutionOf,
  senderPage,
  textOf,
} from './fields.ts';
import type { Tracker, TrackerRequest, TranslatedHit } from './tracker.ts';

/** The id of every record. The script sends it back as long as the page is open, and that counts nothing. */
const ID = '00000000-0000-4000-8000-000000000000';

const NO_COUNTERPART = [
  'screenColorDepth',
  'deviceName',
  'deviceManufacturer',
  'osName',
  'osVersion',
  'browserName',
  'browserVersion',
  'browserWidth',
  'browserHeight',
];

/** Ackee: its mutations of GraphQL, which its script never changes. Updates of records are no hits. */
export const ackee: Tracker = {
  credentials: true,
  // An error in the answer is thrown on the page.
  needsSuccess: true,
  routes: [{ method: 'POST', path: '/api', read }],
};

function read({ body, headers }: TrackerRequest) {
  if (!isRecord(body)) return null;
  const name = /\b(createRecord|updateRecord|createAction|updateAction)\b/.exec(textOf(body.query))?.[1];
  if (name === undefined) return null;
  const variables = recordOf(body.variables);
  const isCreated = name.startsWith('create');
  const data = { [name]: isCreated ? { payload: { id: ID } } : { success: true } };
  const hits = isCreated ? [name === 'createRecord' ? pageview(variables) : action(variables, headers)] : [];
  return translated(hits, () => json({ data }));
}

function pageview({ domainId, input: given }: Record<string, unknown>): TranslatedHit {
  const input = recordOf(given);
  const page = textOf(input.siteLocation);
  // `source` is `?source=` or `utm_source`, and in the address already if it is the latter.
  const source = /[?&]utm_source=/.test(page) ? '' : campaignQuery({ source: input.source });
  return {
    fields: {
      page: page === '' ? undefined : addressOf('', page, source),
      referrer: input.siteReferrer,
      language: input.siteLanguage,
      screen_resolution: resolutionOf(input.screenWidth, input.screenHeight),
    },
    websites: idsOf(domainId),
    ignored: leftOut(input, ...NO_COUNTERPART),
  };
}

/** An action names an event of Ackee and no page, so its website may have the event's id as an alias, too. */
function action({ eventId, input: given }: Record<string, unknown>, headers: TrackerRequest['headers']) {
  const { key, value, details } = recordOf(given);
  return {
    fields: { page: senderPage(headers), event: { name: key, value, properties: { details } } },
    websites: idsOf(eventId),
  };
}

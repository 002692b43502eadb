import { AUTOMATIC, type Fields, idsOf, isRecord, leftOut, recordOf, textOf } from './fields.ts';
import type { HitFields, TranslatedHit } from './tracker.ts';

/** What has no counterpart: titles, identification, places and times that the client states. */
const NO_COUNTERPART = [
  'action_name',
  'uid',
  '_id',
  'cid',
  'cip',
  'cdt',
  'country',
  'region',
  'city',
  'lat',
  'long',
];

/** Reads the parameters of one request. Heartbeats, and requests without `rec=1`, are no hits. */
export function matomoHit(fields: Fields): TranslatedHit[] {
  if (textOf(fields.rec) !== '1' || textOf(fields.ping) === '1') return [];
  const event = eventOf(fields);
  if (!event && textOf(fields.ca) === '1') return [];
  const properties = { ...customVariables(fields), ...dimensions(fields) };
  return [
    {
      fields: {
        page: fields.url,
        referrer: fields.urlref,
        language: fields.lang,
        screen_resolution: fields.res,
        ...(event
          ? { event: { ...event, properties: { ...event.properties, ...properties } } }
          : { properties }),
      },
      websites: idsOf(fields.idsite),
      // Tracking API clients on servers state it. Anyone can choose a User-Agent.
      userAgent: textOf(fields.ua) || undefined,
      ignored: leftOut(fields, ...NO_COUNTERPART),
    },
  ];
}

type Event = NonNullable<HitFields['event']> & { properties?: Fields };

/** The event of a request; undefined for a pageview. */
function eventOf(fields: Fields): Event | undefined {
  const has = (name: string) => textOf(fields[name]) !== '';
  if (has('e_c') || has('e_a')) {
    const properties = { category: fields.e_c, name: fields.e_n };
    return { name: has('e_a') ? fields.e_a : fields.e_c, value: fields.e_v, properties };
  }
  if (has('download')) return { name: AUTOMATIC.download, properties: { url: fields.download } };
  if (has('link')) return { name: AUTOMATIC.outbound, properties: { url: fields.link } };
  if (has('search')) {
    const { search, search_cat: category, search_count: results } = fields;
    return { name: 'Site Search', properties: { search, category, results } };
  }
  if (has('c_n')) {
    const interaction = textOf(fields.c_i);
    const properties = { content: fields.c_n, piece: fields.c_p, target: fields.c_t, interaction };
    return { name: interaction ? 'Content Interaction' : 'Content Impression', properties };
  }
  if (!has('idgoal')) return undefined;
  // The currency is a setting of the website in Matomo, so the amount can be no revenue.
  const goal = textOf(fields.idgoal);
  if (goal !== '0') return { name: `Goal ${goal}`, value: fields.revenue };
  return has('ec_id')
    ? { name: 'Order', value: fields.revenue, properties: { order: fields.ec_id } }
    : { name: 'Cart Update', value: fields.revenue };
}

/** `dimension1=a`, as the property `dimension1`. */
const dimensions = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => /^dimension\d{1,3}$/.test(name)));

/** `{"1":["plan","pro"]}`, of the page and of the visit. */
function customVariables({ cvar, _cvar: ofVisit }: Fields): Fields {
  const pairs = [ofVisit, cvar].flatMap((given) => Object.values(recordOf(given)));
  return Object.fromEntries(pairs.flatMap((pair) => (isPair(pair) ? [[textOf(pair[0]), pair[1]]] : [])));
}

const isPair = (value: unknown): value is unknown[] =>
  Array.isArray(value) && !isRecord(value) && value.length === 2;

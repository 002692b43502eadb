import { skipped, toHit, withoutEmptyTexts } from '../hits.ts';
import { browserName, deviceName, systemName } from '../names/client.ts';
import { placeOf } from '../names/place.ts';
import type { HitRecord, SkippedRecord } from '../records.ts';

/** A visit of the visitor log, from JSON or from a row of CSV. */
export interface MatomoVisit {
  line: number;
  /** A text of the visit, by its name in the JSON; empty if it is missing. */
  get(name: string): string;
  actions: readonly MatomoAction[];
}

export interface MatomoAction {
  /** As {@link MatomoVisit.get}. */
  get(name: string): string;
}

/** Actions that show a page. A search of the site is stored in place of its page of results. */
const PAGES = new Set(['action', 'search']);
const ORDER = 'ecommerceOrder';

/** The event of an action; undefined for a pageview, null for an action that is neither. */
function eventOf(action: MatomoAction, visit: MatomoVisit): unknown {
  const type = action.get('type');
  if (PAGES.has(type)) return undefined;
  if (type === 'event') {
    const [category, name] = [action.get('eventCategory'), action.get('eventName')];
    const value = Number(action.get('eventValue') || Number.NaN);
    const properties = withoutEmptyTexts({ category, name });
    return {
      name: action.get('eventAction') || category,
      ...(Number.isFinite(value) && { value }),
      ...(properties && { properties }),
    };
  }
  if (type !== ORDER) return null;
  const currency = action.get('revenueCurrency') || visit.get('siteCurrency');
  return { name: 'Purchase', revenue: { amount: action.get('revenue') || '0', currency } };
}

/** Downloads, links to other sites, conversions of goals and abandoned carts. */
const OTHER = 'other_action';

function toRecord(
  visit: MatomoVisit,
  action: MatomoAction,
  common: Omit<Parameters<typeof toHit>[0], 'line' | 'at' | 'page'>,
  landing: string,
): HitRecord | SkippedRecord {
  const { line } = visit;
  const event = eventOf(action, visit);
  const seconds = Number(action.get('timestamp'));
  // Only orders have no address: they belong to the page before them.
  const page = action.get('url') || (event === undefined || event === null ? '' : landing);
  if (event === null || page === '') return skipped(line, OTHER);
  if (!(seconds > 0 && seconds < 1e11))
    return {
      ...skipped(line, 'unreadable'),
      message: `The actions of the visit have no timestamp in seconds since 1970.`,
    };
  return toHit({ ...common, line, at: seconds * 1_000, page, ...(event !== undefined && { event }) });
}

/** Reads the hits of a visit. The referrer and the campaign are those of the whole visit. */
export function readVisit(visit: MatomoVisit): (HitRecord | SkippedRecord)[] {
  const { get } = visit;
  const isCampaign = get('referrerType') === 'campaign';
  const tags = withoutEmptyTexts({
    campaign: get('campaignName') || (isCampaign ? get('referrerName') : ''),
    utm_source: get('campaignSource'),
    utm_medium: get('campaignMedium'),
    utm_term: get('campaignKeyword') || (isCampaign ? get('referrerKeyword') : ''),
    utm_content: get('campaignContent'),
  });
  const common = {
    referrer: get('referrerUrl'),
    visitor: get('visitorId') || get('idVisit'),
    language: get('languageCode'),
    resolution: get('resolution'),
    client: {
      browser: browserName(get('browserName')),
      os: systemName(get('operatingSystemName')),
      device: deviceName(get('deviceType')),
    },
    place: placeOf(get('countryCode'), get('region') || get('regionCode'), get('city')),
    ...(tags && { tags }),
  };
  const landing = visit.actions.map((action) => action.get('url')).find((url) => url !== '') ?? '';
  return visit.actions.map((action) => toRecord(visit, action, common, landing));
}

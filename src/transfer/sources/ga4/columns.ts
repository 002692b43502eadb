import { browserName, deviceName, systemName } from '../names/client.ts';
import { countryCode } from '../names/place.ts';
import type { TotalDimension } from '../records.ts';
import { eventValue, hostValue, pathValue, type Sums, tagValue } from '../totals.ts';

/** A dimension of Google Analytics that Footfall has as well. */
interface ReportDimension {
  dimension: TotalDimension;
  value(text: string): string;
  /** Whether a visit can be in several of its rows, so that the visits of the rows don't add up. */
  isShared?: boolean;
}

/** The names of columns in reports and in the Data API, in lower case without blanks and `_`. */
const keyOf = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '');

const PAGE: ReportDimension = { dimension: 'page', value: pathValue, isShared: true };

export const DIMENSIONS: Readonly<Record<string, ReportDimension>> = {
  pagepath: PAGE,
  pagepathandscreenclass: PAGE,
  pagepathplusquerystring: PAGE,
  landingpage: { dimension: 'landing_page', value: pathValue },
  hostname: { dimension: 'host', value: hostValue, isShared: true },
  eventname: { dimension: 'event', value: eventValue, isShared: true },
  sessionsource: { dimension: 'utm_source', value: sourceTag },
  sessionmedium: { dimension: 'utm_medium', value: sourceTag },
  sessioncampaign: { dimension: 'campaign', value: campaignTag },
  sessioncampaignname: { dimension: 'campaign', value: campaignTag },
  sessionmanualterm: { dimension: 'utm_term', value: tagValue },
  sessionmanualadcontent: { dimension: 'utm_content', value: tagValue },
  countryid: { dimension: 'country', value: countryCode },
  country: { dimension: 'country', value: countryCode },
  browser: { dimension: 'browser', value: browserName },
  operatingsystem: { dimension: 'os', value: systemName },
  devicecategory: { dimension: 'device', value: deviceName },
  screenresolution: { dimension: 'resolution', value: (text) => (/^\d+x\d+$/.test(text) ? text : '') },
};

/** Google writes the source of visits without parameters as well: `(direct)`, `organic`, `referral`. */
function sourceTag(text: string): string {
  return /^(?:\(direct\)|\(none\)|organic|referral)$/i.test(text) ? '' : tagValue(text);
}

function campaignTag(text: string): string {
  return /^\((?:direct|organic|referral|cross-network)\)$/i.test(text) ? '' : tagValue(text);
}

export const METRICS: Readonly<Record<string, keyof Sums>> = {
  screenpageviews: 'pageviews',
  views: 'pageviews',
  sessions: 'visits',
  totalusers: 'visitors',
  activeusers: 'visitors',
  eventcount: 'events',
};

/** Columns with the day or the hour of a row. */
export const TIMES: readonly string[] = ['date', 'datehour', 'datehouryyyymmddhh', 'dateyyyymmdd'];

/** What the columns of a report are. */
export interface ReportColumns {
  time: number | undefined;
  dimensions: readonly { index: number; of: ReportDimension }[];
  metrics: readonly { index: number; of: keyof Sums }[];
}

/** Recognizes the columns of a header. Of several for one sum, the first counts. */
export function reportColumns(header: readonly string[]): ReportColumns {
  const keys = header.slice(0, 100).map(keyOf);
  const time = keys.findIndex((key) => TIMES.includes(key));
  const metrics = new Map<keyof Sums, number>();
  for (const [index, key] of keys.entries()) {
    const of = Object.hasOwn(METRICS, key) ? METRICS[key] : undefined;
    if (of !== undefined && !metrics.has(of)) metrics.set(of, index);
  }
  return {
    time: time < 0 ? undefined : time,
    dimensions: keys.flatMap((key, index) => {
      const of = Object.hasOwn(DIMENSIONS, key) ? DIMENSIONS[key] : undefined;
      return of === undefined ? [] : [{ index, of }];
    }),
    metrics: [...metrics].map(([of, index]) => ({ index, of })),
  };
}

/** Whether a header is that of a report. */
export function isReport(header: readonly string[]): boolean {
  const { time, dimensions, metrics } = reportColumns(header);
  return metrics.length > 0 && (time !== undefined || dimensions.length > 0);
}

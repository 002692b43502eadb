/** The 17 statistics, by their names in REST; in GraphQL the same in upper case. */
export const STAT_NAMES = [
  'browser',
  'campaign',
  'city',
  'continent',
  'country',
  'device',
  'event',
  'landing_page',
  'language',
  'os',
  'page',
  'pageviews',
  'pageviews_hours',
  'referrer',
  'resolution',
  'visitors',
  'visitors_hours',
] as const;

export type StatName = (typeof STAT_NAMES)[number];

/** Takes the place of the values of a statistic that are past the limit of a day (MAX_DISTINCT_VALUES). */
export const OTHER = '(other)';

/** What each counts, and by what. */
export const STAT_MEANINGS: Record<StatName, string> = {
  browser: 'Visitors by browser, such as `Chrome`; empty if unknown.',
  campaign: 'Visits by the `utm_campaign` of their first hit; those without one are left out.',
  city: 'Visitors by city, as `City, Region, CC`; empty if unknown.',
  continent: 'Visitors by two-letter continent code; empty if unknown.',
  country: 'Visitors by ISO 3166-1 alpha-2 country code; empty if unknown.',
  device: 'Visitors by kind of device: `desktop`, `mobile`, `tablet`…; empty if unknown.',
  event: 'Events by name.',
  landing_page: 'Visits by the path of their first hit.',
  language: 'Visitors by primary language tag, such as `en`; empty if unknown.',
  os: 'Visitors by operating system, such as `Android`; empty if unknown.',
  page: 'Pageviews by path, without query and fragment.',
  pageviews: 'Pageviews by day.',
  pageviews_hours: 'Pageviews by hour of the day, `00` to `23`.',
  referrer: 'Visits by the host they came from, without `www.`; empty for direct visits.',
  resolution: 'Visitors by screen resolution, such as `1920x1080`; empty if unknown.',
  visitors: 'Visitors by day.',
  visitors_hours: 'Visitors by hour of the day of their first hit, `00` to `23`.',
};

const PAGEVIEWS: StatName[] = ['pageviews'];
const VISITORS: StatName[] = ['visitors'];
/** A visit is opened by a hit, of which each is one or the other. */
const HITS: StatName[] = ['event', 'pageviews'];

/**
 * Statistics that grow whenever that one does, and have few rows to add up: where their sum is the same, nothing was counted. The rules
 * are ingest/store/increments.ts's.
 */
export const STAT_WITNESSES: Record<StatName, readonly StatName[]> = {
  browser: VISITORS,
  campaign: HITS,
  city: VISITORS,
  continent: VISITORS,
  country: VISITORS,
  device: VISITORS,
  event: ['event'],
  landing_page: HITS,
  language: VISITORS,
  os: VISITORS,
  page: PAGEVIEWS,
  pageviews: PAGEVIEWS,
  pageviews_hours: PAGEVIEWS,
  referrer: HITS,
  resolution: VISITORS,
  visitors: VISITORS,
  visitors_hours: VISITORS,
};

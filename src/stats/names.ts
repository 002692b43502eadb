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
